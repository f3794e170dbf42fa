import * as fc from 'fast-check';
import { meets, number, refused } from './ask';
import { pageOf } from './read-steps';
import type { Line, ReferenceWallet } from './reference-books';
import type { Service } from './service';
import { nat, pick, Step } from './step';
import type { Expected, World } from './world';

const walletsWithLines = ({ books }: Readonly<World>): [account: number, wallet: ReferenceWallet][] =>
  books.accounts
    .flatMap(({ wallets }, account) => [...wallets.values()].map((wallet) => [account, wallet] as const))
    .filter(([, { lines }]) => lines.length > 0) as [number, ReferenceWallet][];

/** Staff reverse a transaction of any history, whether or not it can be reversed. */
export const reversals = fc.record({ wallet: nat, line: nat }).map(
  (request) =>
    new Step(
      ...(['Reverse', request] as const),
      async (world, service) => {
        const [account, wallet] = pick(walletsWithLines(world), request.wallet);
        const line = pick(wallet.lines, request.line);
        const id = account === world.frozen ? line.uuid : await idOf(service, account, wallet, line);
        if (id === undefined) return;
        const body = { transaction_id: id, reason: 'Sent by mistake' };
        const reply = await service.byStaff('admin.php?section=ledger&action=reverse', body);
        const expected = decide(world, line, id);
        meets(reply, expected);
        expected.learn?.(reply);
      },
      (world) => walletsWithLines(world).length > 0,
    ),
);

/** As its owner reads it. */
async function idOf(service: Service, account: number, wallet: ReferenceWallet, line: Line): Promise<string> {
  const page = wallet.lines.length - wallet.lines.indexOf(line);
  const path = `wallet.php?action=history&currency=${wallet.currency}&page=${page}&limit=1`;
  const reply = await service.of(account, 'GET', path);
  meets(reply, pageOf(wallet, page, 1));
  return reply.body.data.data[0].uuid as string;
}

/** Every party returns what it received, once, and no balance becomes negative. */
function decide({ books, sessions }: World, { journal }: Line, id: string): Expected {
  const { type, entries, service, isReversed } = journal;
  // Escrows and withdrawals have separate refunds, and payments of subscriptions and refunds none.
  const isFinal = type === 'reversal' || /^(escrow_|payout|subscription|refund|chargeback)/.test(type);
  const session = sessions.find(({ paid }) => paid?.journal === journal);
  const hasGone = session && session.refunded + (session.takenBack?.charge ?? 0n) > 0n;
  if (isFinal || isReversed || hasGone) return refused(409, 'INVALID_STATE', true);
  const receiver = entries.find(({ line }) => line.change > 0n)!;
  const received = receiver.line.change;
  if (receiver.wallet.balance < received) return refused(400, 'INSUFFICIENT_FUNDS', true);
  journal.isReversed = true;
  const reversal = books.book(
    'reversal',
    entries.map(({ wallet, line: { change, counterparty } }) => [
      wallet,
      { change: -change, fee: 0n, counterparty, description: 'Reversal', reference: id },
    ]),
    service.map(([code, currency, change]) => [code, currency, -change]),
  );
  return {
    status: 200,
    fields: {
      transaction_id: id,
      type,
      status: 'reversed',
      amount: number(received),
      currency: receiver.wallet.currency,
      new_balance: number(receiver.wallet.balance),
    },
    learn: ({ body }) => {
      for (const { line } of reversal.entries) line.uuid = body.reversal_id as string;
    },
  };
}
