import * as fc from 'fast-check';
import { ask, meets, refused } from './ask';
import { sendRefunds } from './escrow-steps';
import { comeBack, completed, failed, refund, refundable } from './refund-requests';
import { keyed, nat, pick, Step } from './step';
import type { Refund, Session, World } from './world';

/** Null: all that is left. */
const part = fc.option(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ permille: fc.integer({ min: 1, max: 1000 }) }) },
    { weight: 1, arbitrary: fc.record({ beyond: fc.constantFrom(0n, 1n) }) },
  ),
);

/** A merchant refunds a session in part or in full, whether or not it can be refunded. */
export const sessionsRefunded = fc.record({ session: nat, paid: nat, part, isSent: fc.boolean(), keyed }).map(
  (input) =>
    new Step(
      ...(['Refund', input] as const),
      async (world, service) => {
        const paid = world.sessions.filter((session) => session.paid);
        // Sessions that are not paid are refused.
        const isOfPaid = paid.length > 0 && input.paid % 8 !== 0;
        const session = pick(isOfPaid ? paid : world.sessions, input.session);
        const request = refund(world, session, amountOf(world, session, input.part));
        await ask(world, service, request, input.keyed ? world.newKey(request) : null);
        if (input.isSent) await sendRefunds(world, service);
      },
      (world) => world.sessions.length > 0,
    ),
);

function amountOf(
  world: World,
  session: Session,
  asked: { permille: number } | { beyond: bigint } | null,
): bigint | null {
  if (asked === null) return null;
  const face = (session.paid && refundable(world, session)?.face) ?? session.minor;
  if ('beyond' in asked) return face - session.refunded + asked.beyond || 1n;
  return (face * BigInt(asked.permille)) / 1000n || 1n;
}

/** Finance says of a refund that it has gone, that it has not and will not, or that it has come back. */
export const refundsDecided = fc
  .record({ refund: nat, decision: fc.constantFrom('settle' as const, 'fail' as const, 'return' as const) })
  .map(
    (input) =>
      new Step(
        ...(['DecideRefund', input] as const),
        async (world, service) => {
          const { decision } = input;
          const decided = pick(decidable(world), input.refund);
          const { id, status, session } = decided;
          const path = `admin.php?section=refunds&action=${decision}`;
          const more = { settle: { provider_id: `by-hand-${id}` }, fail: { not_sent: true }, return: {} };
          const body = { refund_id: id, reason: 'The company was asked', ...more[decision] };
          const reply = await service.byStaff(path, body);
          const isPossible =
            decision === 'return'
              ? status === 'completed' && session.paid!.payer === null
              : status === 'pending';
          if (!isPossible) return meets(reply, refused(409, 'INVALID_STATE'));
          ({ settle: completed, fail: failed, return: comeBack })[decision](world, decided);
          const ended = decision === 'fail' ? 'failed' : 'completed';
          meets(reply, { status: 200, fields: { refund: { refund_id: id, status: ended } } });
        },
        (world) => decidable(world).length > 0,
      ),
  );

/** A refund that fails or comes back after a lost chargeback would leave more for the bank to charge back. */
const decidable = ({ refunds }: Readonly<World>): Refund[] =>
  refunds.filter(({ session }) => session.takenBack === null);
