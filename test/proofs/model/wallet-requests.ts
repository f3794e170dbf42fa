import type { Currency } from '@app/kernel';
import { number, refused, text } from './ask';
import { conversion, type ReferenceWallet } from './reference-books';
import type { Expected, Request, World } from './world';

/** The amount of a transfer: fixed, or derived from the sender's current balance. */
type Amount = { minor: bigint } | { permilleOfBalance: number } | { beyondEverything: bigint };

export interface Transfer {
  from: number;
  to: number | 'unknown';
  by: 'usertag' | '@usertag' | 'email';
  amount: Amount;
  currency: Currency | null;
  note: string | null;
}

/** Maximum of a transfer, so that balances stay within the column's range at any rate. */
const LARGEST = 10_000_000_000n;

export function transfer(world: World, { from, to, by, amount, currency, note }: Transfer): Request {
  const sender = world.books.accounts[from]!;
  const recipient = to === 'unknown' ? null : world.books.accounts[to]!;
  const minor = minorOf(world, amount, sender.wallet(currency ?? undefined));
  const name = recipient
    ? { usertag: recipient.usertag, '@usertag': `@${recipient.usertag}`, email: recipient.email }[by]
    : 'unknown_tag';
  return {
    account: from,
    call: {
      host: 'business',
      path: 'wallet.php?action=transfer',
      body: {
        recipient: name,
        amount: text(minor),
        ...(currency && { currency }),
        ...(note && { note }),
      },
    },
    decide: () => decideTransfer(world, from, to, minor, currency, note),
  };
}

/** The effects of a transfer at this moment, or the reason of its refusal. */
export function decideTransfer(
  { books, frozen }: World,
  from: number,
  to: number | 'unknown',
  minor: bigint,
  currency: Currency | null,
  note: string | null,
): Expected {
  if (to === 'unknown' || to === frozen) return refused(404, 'NOT_FOUND');
  if (to === from) return refused(400, 'VALIDATION_ERROR');
  const [sender, recipient] = [books.accounts[from]!, books.accounts[to]!];
  const source = sender.wallet(currency ?? undefined);
  if (!source) return refused(404, 'NOT_FOUND');
  const target = recipient.wallets.get(source.currency) ?? recipient.wallet(undefined)!;
  const received = books.converted(minor, source.currency, target.currency);
  if (received === null) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  if (received === 0n) return refused(400, 'VALIDATION_ERROR');
  const fee = books.feeOf(minor);
  if (source.balance < minor + fee) return refused(400, 'INSUFFICIENT_FUNDS', true);

  const shared = { description: note, reference: null };
  const { entries } = books.book(
    'transfer',
    [
      [source, { ...shared, change: -(minor + fee), fee, counterparty: recipient.usertag }],
      [target, { ...shared, change: received, fee: 0n, counterparty: sender.usertag }],
    ],
    [
      ['transfer-fees', source.currency, fee],
      ...conversion([source.currency, minor], [target.currency, received]),
    ],
  );
  return {
    status: 200,
    fields: {
      amount: number(minor),
      fee: number(fee),
      currency: source.currency,
      received_amount: number(received),
      received_currency: target.currency,
      recipient: { usertag: recipient.usertag },
      new_balance: number(source.balance),
    },
    learn: ({ body }) => {
      for (const { line } of entries) line.uuid = line.reference = body.transaction_id as string;
    },
  };
}

function minorOf({ books }: World, amount: Amount, wallet: ReferenceWallet | undefined): bigint {
  if ('minor' in amount) return amount.minor;
  const balance = wallet?.balance ?? 0n;
  const share =
    'beyondEverything' in amount
      ? books.affordable(balance) + amount.beyondEverything
      : (balance * BigInt(amount.permilleOfBalance)) / 1000n;
  return share < 1n ? 1n : share > LARGEST ? LARGEST : share;
}

export function createWallet(world: World, account: number, currency: Currency): Request {
  return {
    account,
    call: { host: 'business', path: 'wallet.php?action=create-wallet', body: { currency } },
    decide: () => {
      const owner = world.books.accounts[account]!;
      if (owner.wallets.has(currency)) return refused(409, 'CONFLICT', true);
      const wallet = owner.ensure(currency);
      return {
        status: 200,
        fields: { currency_code: currency, balance: '0.00', locked_balance: '0.00', is_primary: 0 },
        learn: ({ body }) => (wallet.id = body.id as string),
      };
    },
  };
}
