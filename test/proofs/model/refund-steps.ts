import * as fc from 'fast-check';
import { ask, number, refused, text } from './ask';
import { sendRefunds } from './escrow-steps';
import { conversion } from './reference-books';
import { isReversed } from './reversal-steps';
import { keyed, nat, pick, Step } from './step';
import type { Expected, Request, Session, World } from './world';

const REFUNDABLE_MS = 365 * 24 * 3_600_000;

/** Null: all that is left. */
const part = fc.option(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ permille: fc.integer({ min: 1, max: 1000 }) }) },
    { weight: 1, arbitrary: fc.record({ beyond: fc.constantFrom(0n, 1n) }) },
  ),
);

/** A merchant refunds a session that a card paid, in part or in full, whether or not it can be refunded. */
export const sessionsRefunded = fc.record({ session: nat, paid: nat, part, isSent: fc.boolean(), keyed }).map(
  (input) =>
    new Step(
      ...(['Refund', input] as const),
      async (world, service) => {
        const sessions = direct(world);
        const paid = sessions.filter((session) => session.paid);
        // Sessions that are not paid are refused.
        const isOfPaid = paid.length > 0 && input.paid % 8 !== 0;
        const session = pick(isOfPaid ? paid : sessions, input.session);
        const request = refund(world, session, amountOf(session, input.part));
        await ask(world, service, request, input.keyed ? world.newKey(request) : null);
        if (input.isSent) await sendRefunds(world, service);
      },
      (world) => direct(world).length > 0,
    ),
);

const direct = ({ sessions }: Readonly<World>): Session[] =>
  sessions.filter(({ escrowFee }) => escrowFee === null);

function amountOf(
  { minor, refunded }: Session,
  asked: { permille: number } | { beyond: bigint } | null,
): bigint | null {
  if (asked === null) return null;
  if ('beyond' in asked) return minor - refunded + asked.beyond || 1n;
  return (minor * BigInt(asked.permille)) / 1000n || 1n;
}

function refund(world: World, session: Session, asked: bigint | null): Request {
  const body = {
    session_id: session.id,
    ...(asked !== null && { amount: text(asked) }),
    reason: 'Sold out',
  };
  return {
    account: session.account,
    call: { host: 'checkout', path: 'sessions.php?action=refund', body },
    decide: () => decide(world, session, asked),
  };
}

/** The payer gets the same share of the charge, rounded down, and the last refund the rest. */
function decide(world: World, session: Session, asked: bigint | null): Expected {
  const { books } = world;
  const { account, currency, minor, paid, refunded, returned, id } = session;
  const left = minor - refunded;
  const isOver = !paid || paid.at + REFUNDABLE_MS < books.now || isReversed(world, session);
  if (isOver || left === 0n) return refused(409, 'INVALID_STATE', true);
  const face = asked ?? left;
  if (face > left) return refused(400, 'VALIDATION_ERROR', true);
  const charge = face === left ? paid.charged - returned : (face * paid.charged) / minor;
  if (charge === 0n) return refused(400, 'VALIDATION_ERROR');
  const cost = books.costOf(charge, currency);
  if (cost === null) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  // The payer would get it twice.
  if (charge + returned + session.takenBack.charge > paid.charged) return refused(409, 'INVALID_STATE', true);
  const debited = cost > face ? cost : face;
  const wallet = books.accounts[account]!.ensure(currency);
  if (wallet.balance < debited) return refused(400, 'INSUFFICIENT_FUNDS', true);
  session.refunded += face;
  session.returned += charge;
  world.refundsInTransit += charge;
  world.outcomes.push(face === minor ? 'sessions refunded in full' : 'sessions refunded in part');
  const line = { change: -debited, fee: 0n, counterparty: null, description: 'Sold out', reference: id };
  books.book(
    'refund',
    [[wallet, line]],
    [...conversion([currency, debited], ['NGN', charge]), ['refunds-in-transit', 'NGN', charge]],
  );
  return {
    status: 200,
    fields: {
      refund: {
        session_id: id,
        status: 'pending',
        amount: number(face),
        currency,
        returned_amount: number(charge),
        returned_currency: 'NGN',
        debited_amount: number(debited),
      },
    },
  };
}
