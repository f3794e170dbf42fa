import type { Currency } from '@app/kernel';
import * as fc from 'fast-check';
import { number, refused, text } from './ask';
import { conversion } from './reference-books';
import { accountAt, asking, currency, keyed, minor, nat } from './step';
import type { Expected, Request, World } from './world';

const PIN = '1234';

interface Row {
  to: number | 'unknown';
  minor: bigint;
  note: string | null;
}

interface Input {
  from: number;
  name: string | null;
  currency: Currency | null;
  rows: Row[];
}

const row = fc.record({
  to: fc.oneof({ weight: 30, arbitrary: nat }, { weight: 1, arbitrary: fc.constant('unknown' as const) }),
  minor,
  note: fc.option(fc.constantFrom('Bonus', '50 %')),
});

export const payrollsRun = fc
  .record({
    from: nat,
    keyed,
    name: fc.option(fc.constantFrom('November', '=1+1')),
    currency: fc.option(currency),
    rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    /** Usually each row has another payee than the row before, so that few payrolls are refused. */
    spread: fc.boolean(),
  })
  .map(({ spread, ...request }) =>
    asking('Payroll', { ...request, spread }, (world) => {
      const from = accountAt(world, request.from);
      const to = (given: Row['to'], i: number) => {
        if (given === 'unknown') return given;
        return accountAt(world, spread ? from + 1 + i : given);
      };
      const count = spread ? Math.max(1, world.books.accounts.length - 1) : request.rows.length;
      const rows = request.rows.slice(0, count).map((each, i) => ({ ...each, to: to(each.to, i) }));
      return payroll(world, { ...request, from, rows });
    }),
  );

function payroll(world: World, request: Input): Request {
  const { accounts } = world.books;
  const recipients = request.rows.map(({ to, minor: amount, note }) => ({
    recipient: to === 'unknown' ? 'unknown_tag' : accounts[to]!.usertag,
    amount: text(amount),
    ...(note && { note }),
  }));
  const body = {
    recipients,
    pin: PIN,
    ...(request.name && { batch_name: request.name }),
    ...(request.currency && { currency: request.currency }),
  };
  return {
    account: request.from,
    byPerson: true,
    call: { host: 'business', path: 'business.php?section=payroll&action=create', body },
    decide: () => decide(world, request),
  };
}

/** All rows or none. The error of any row refuses the batch; the most severe one counts. */
function decide({ books, frozen }: World, { from, name, currency: code, rows }: Input): Expected {
  const employer = books.accounts[from]!;
  const source = employer.wallet(code ?? undefined);
  const isFound = ({ to }: Row) => to !== 'unknown' && to !== frozen;
  if (!source || !rows.every(isFound)) return refused(404, 'NOT_FOUND');
  const people = rows.map(({ to }) => books.accounts[to as number]!);
  const paid = rows.map(({ minor: amount, note }, i) => {
    const target = people[i]!.wallets.get(source.currency) ?? people[i]!.wallet(undefined)!;
    const received = books.converted(amount, source.currency, target.currency);
    return { target, amount, received, recipient: people[i]!.usertag, description: note ?? name };
  });
  const isTwice = new Set(people).size < people.length || people.includes(employer);
  if (isTwice || paid.some(({ received }) => received === 0n)) return refused(400, 'VALIDATION_ERROR');
  if (paid.some(({ received }) => received === null)) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  const total = paid.reduce((sum, { amount }) => sum + amount, 0n);
  if (source.balance < total) return refused(400, 'INSUFFICIENT_FUNDS', true);

  const journals = paid.map(({ target, amount, received, recipient, description }) => {
    const shared = { description, reference: null, fee: 0n };
    return books.book(
      'payroll',
      [
        [source, { ...shared, change: -amount, counterparty: recipient }],
        [target, { ...shared, change: received!, counterparty: employer.usertag }],
      ],
      conversion([source.currency, amount], [target.currency, received!]),
    );
  });
  return {
    status: 200,
    fields: {
      batch_name: name,
      status: 'completed',
      currency: source.currency,
      fee: 0,
      total_amount: number(total),
      recipient_count: rows.length,
      new_balance: number(source.balance),
    },
    learn: ({ body }) => {
      for (const { entries } of journals)
        for (const { line } of entries) line.reference = body.batch_id as string;
    },
  };
}
