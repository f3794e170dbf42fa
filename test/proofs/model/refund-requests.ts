import { number, refused, text } from './ask';
import { conversion, type ServiceMove } from './reference-books';
import type { Expected, Refund, Request, Session, World } from './world';

const REFUNDABLE_MS = 365 * 24 * 3_600_000;
const DESCRIPTION = 'Sold out';

/** `asked`: of the price; null: all that is left. */
export function refund(world: World, session: Session, asked: bigint | null): Request {
  const body = {
    session_id: session.id,
    ...(asked !== null && { amount: text(asked) }),
    reason: DESCRIPTION,
  };
  return {
    account: session.account,
    call: { host: 'checkout', path: 'sessions.php?action=refund', body },
    decide: () => decide(world, session, asked),
  };
}

/** What the merchant got of the price, and what the payer paid for it; null: it is held in escrow. */
export function refundable(
  { escrows }: Readonly<World>,
  { id, minor, escrowFee, paid }: Session,
): { face: bigint; charged: bigint } | null {
  if (escrowFee === null) return { face: minor, charged: paid!.charged };
  const { status, released } = escrows.find(({ sessionId }) => sessionId === id)!;
  if (status === 'funded' || status === 'disputed') return null;
  return { face: released, charged: (paid!.charged * released) / (minor + escrowFee) };
}

/** The payer gets the same share of the charge, rounded down, and the last refund the rest. */
function decide(world: World, session: Session, asked: bigint | null): Expected {
  const { books } = world;
  const { account, currency, paid, refunded, returned, id } = session;
  const payment = paid && refundable(world, session);
  if (!payment || paid.at + REFUNDABLE_MS < books.now || paid.journal?.isReversed)
    return refused(409, 'INVALID_STATE', true);
  const left = payment.face - refunded;
  if (left === 0n) return refused(409, 'INVALID_STATE', true);
  const face = asked ?? left;
  if (face > left) return refused(400, 'VALIDATION_ERROR', true);
  const charge = face === left ? payment.charged - returned : (face * payment.charged) / payment.face;
  if (charge === 0n) return refused(400, 'VALIDATION_ERROR');
  const payer = paid.payer === null ? null : books.accounts[paid.payer]!;
  const cost = payer ? charge : books.costOf(charge, currency);
  if (cost === null) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  // The payer would get it twice.
  if (!payer && charge + returned + (session.takenBack?.charge ?? 0n) > paid.charged)
    return refused(409, 'INVALID_STATE', true);
  const debited = cost > face ? cost : face;
  const merchant = books.accounts[account]!;
  const wallet = merchant.ensure(currency);
  if (wallet.balance < debited) return refused(400, 'INSUFFICIENT_FUNDS', true);
  session.refunded += face;
  session.returned += charge;
  const line = { fee: 0n, description: DESCRIPTION, reference: id };
  const debit = { ...line, change: -debited, counterparty: payer?.usertag ?? null };
  if (payer) {
    const credit = { ...line, change: charge, counterparty: merchant.usertag };
    books.book(
      'refund',
      [
        [wallet, debit],
        [payer.ensure(currency), credit],
      ],
      [],
    );
    world.outcomes.push('sessions of wallets refunded');
  } else {
    books.book(
      'refund',
      [[wallet, debit]],
      [...conversion([currency, debited], ['NGN', charge]), ['refunds-in-transit', 'NGN', charge]],
    );
    world.outcomes.push(face === session.minor ? 'sessions refunded in full' : 'sessions refunded in part');
    if (session.escrowFee !== null) world.outcomes.push('escrow sessions refunded');
  }
  const status = payer ? 'completed' : 'pending';
  return {
    status: 200,
    fields: {
      refund: {
        session_id: id,
        status,
        amount: number(face),
        currency,
        returned_amount: number(charge),
        returned_currency: payer ? currency : 'NGN',
        debited_amount: number(debited),
      },
    },
    learn: ({ body }) =>
      world.refunds.push({ id: body.refund.refund_id as string, session, face, charge, debited, status }),
  };
}

/** The card company sends it where that leaves enough of the charge; otherwise the merchant has the money again. */
export function sent(world: World, refund: Refund): void {
  const { session, charge } = refund;
  if (session.sent + charge > session.paid!.charged) return failed(world, refund);
  session.sent += charge;
  completed(world, refund);
}

export function completed({ books }: World, refund: Refund): void {
  refund.status = 'completed';
  books.move('refunds-in-transit', 'NGN', -refund.charge);
  books.move('card-gateway-clearing', 'NGN', refund.charge);
}

export function failed(world: World, refund: Refund): void {
  refund.status = 'failed';
  world.outcomes.push('refunds failed');
  giveBack(world, refund, 'refunds-in-transit');
}

/** The company has the money of a completed refund again. */
export function comeBack(world: World, refund: Refund): void {
  refund.status = 'returned';
  world.outcomes.push('refunds returned');
  giveBack(world, refund, 'card-gateway-clearing');
}

/** The merchant gets what it paid, at the rate at which it was taken. */
function giveBack({ books }: World, { session, face, charge, debited }: Refund, from: string): void {
  const { account, currency, id } = session;
  session.refunded -= face;
  session.returned -= charge;
  const wallet = books.accounts[account]!.wallets.get(currency)!;
  const line = { change: debited, fee: 0n, counterparty: null, description: DESCRIPTION, reference: id };
  const moves: ServiceMove[] = [[from, 'NGN', -charge], ...conversion(['NGN', charge], [currency, debited])];
  books.book('refund', [[wallet, line]], moves);
}
