import type { Currency } from '@app/kernel';
import { number, refused, text } from './ask';
import { conversion, type ServiceMove } from './reference-books';
import type { Escrow, Expected, Request, World } from './world';

const DESCRIPTION = 'A bicycle';
const NAIRA: Currency = 'NGN';

const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'business', path: `escrow.php?action=${action}`, body }) as const;

export interface EscrowInput {
  from: number;
  to: number | 'unknown';
  minor: bigint;
  currency: Currency | null;
}

export function create(world: World, { from, to, minor, currency }: EscrowInput): Request {
  const beneficiary = to === 'unknown' ? 'unknown_tag' : world.books.accounts[to]!.usertag;
  const terms = { beneficiary, amount: text(minor), description: DESCRIPTION, ...(currency && { currency }) };
  return {
    account: from,
    call: call('create', terms),
    decide: () => decideCreate(world, { from, to, minor, currency }),
  };
}

function decideCreate(
  { books, escrows, frozen }: World,
  { from, to, minor, currency }: EscrowInput,
): Expected {
  if (to === 'unknown' || to === frozen) return refused(404, 'NOT_FOUND');
  if (to === from) return refused(400, 'VALIDATION_ERROR');
  const wallet = books.accounts[from]!.wallet(currency ?? undefined);
  if (!wallet) return refused(404, 'NOT_FOUND');
  const fee = books.escrowFeeOf(minor);
  const held = minor + fee;
  if (wallet.balance < held) return refused(400, 'INSUFFICIENT_FUNDS', true);

  const said = { counterparty: books.accounts[to]!.usertag, description: DESCRIPTION, reference: null };
  const { entries } = books.book('escrow_lock', [[wallet, { ...said, change: -held, fee }]], []);
  wallet.locked += held;
  return {
    status: 200,
    fields: {
      status: 'funded',
      role: 'initiator',
      amount: number(minor),
      fee: number(fee),
      currency: wallet.currency,
      new_balance: number(wallet.balance),
    },
    learn: ({ body }) => {
      const uuid = body.uuid as string;
      for (const { line } of entries) line.reference = uuid;
      const shared = { uuid, minor, fee, currency: wallet.currency, status: 'funded' as const, released: 0n };
      escrows.push({ ...shared, initiator: from, beneficiary: to, charged: null, disputeUuid: null });
    },
  };
}

/** A party, or another account, tries to end it. */
export function end(world: World, escrow: Escrow, action: 'release' | 'cancel', account: number): Request {
  return {
    account,
    call: call(action, { uuid: escrow.uuid }),
    decide: () => {
      if (account !== escrow.initiator && account !== escrow.beneficiary) return refused(404, 'NOT_FOUND');
      const mayEnd = action === 'release' ? escrow.initiator : escrow.beneficiary;
      if (account !== mayEnd) return refused(403, 'FORBIDDEN');
      if (escrow.status !== 'funded') return refused(409, 'INVALID_STATE', true);
      const status = settle(world, escrow, action === 'release' ? escrow.minor : 0n);
      return { status: 200, fields: { uuid: escrow.uuid, status } };
    },
  };
}

/** Whether the initiator's share of a split is more than zero in the currency of the payment. */
export function isWorthSomething({ minor, fee, charged }: Escrow, toBeneficiary: bigint): boolean {
  return charged === null || (charged * (minor - toBeneficiary)) / (minor + fee) > 0n;
}

/**
 * Ends the hold: the given amount to the beneficiary, the rest to the initiator. The fee is earned unless nothing is
 * paid out. Money of a card is held separately until the card company has the refund.
 */
export function settle(world: World, escrow: Escrow, toBeneficiary: bigint): Escrow['status'] {
  const { books } = world;
  const { uuid, minor, fee, currency, charged } = escrow;
  const isRefund = toBeneficiary === 0n;
  const back = isRefund ? minor + fee : minor - toBeneficiary;
  const [initiator, beneficiary] = [escrow.initiator, escrow.beneficiary].map((account) =>
    account === null ? null : books.accounts[account]!,
  );
  const holder = (charged === null ? initiator! : beneficiary!).wallets.get(currency)!;
  holder.locked -= charged === null ? minor + fee : minor;

  const description = charged === null ? DESCRIPTION : null;
  const said = { fee: 0n, description, reference: uuid };
  const lines: Parameters<typeof books.book>[1] = [];
  const moves: ServiceMove[] = [
    ...(charged === null ? [] : [['escrow-fees-held', currency, -fee] as ServiceMove]),
    ...(isRefund ? [] : [['escrow-fees', currency, fee] as ServiceMove]),
  ];
  if (toBeneficiary > 0n) {
    const counterparty = initiator?.usertag ?? null;
    lines.push([beneficiary!.ensure(currency), { ...said, counterparty, change: toBeneficiary }]);
  }
  if (back > 0n && charged === null) {
    const counterparty = beneficiary!.usertag;
    lines.push([initiator!.wallets.get(currency)!, { ...said, counterparty, change: back }]);
  }
  if (back > 0n && charged !== null) {
    const returned = (charged * back) / (minor + fee);
    moves.push(...conversion([currency, back], [NAIRA, returned]), ['unapplied', NAIRA, returned]);
    world.refundsDue += returned;
    const session = world.sessions.find(({ id }) => id === escrow.sessionId);
    if (session) session.sent += returned;
  }
  books.book(isRefund ? 'escrow_refund' : 'escrow_release', lines, moves);
  escrow.released = toBeneficiary;
  escrow.status = isRefund ? 'refunded' : toBeneficiary === minor ? 'released' : 'resolved_split';
  return escrow.status;
}
