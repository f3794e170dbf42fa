import { randomUUID } from 'node:crypto';
import { CARDS, cardOf } from '../../../support/test-cards';
import { Bank } from '../../../e2e/business-api/card-deposits';
import { type Case, type Cases } from './case';
import type { Cast } from './cast';

/** Actions of staff at the admin endpoints. Disputes are among the escrow cases. */
export function staffCases(cast: Cast): Cases {
  return {
    '/api/admin.php/queues/run-job': {
      path: 'admin.php?section=queues&action=run-job',
      prepare: async () => {
        const body = { name: 'forget old sessions', reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, name: 'forget old idempotency keys' },
          credential: await cast.staff('admin'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/deliveries/retry-parked': {
      path: 'admin.php?section=deliveries&action=retry-parked',
      prepare: async () => {
        const reason = randomUUID();
        const [id, other] = [await parked(cast), await parked(cast)];
        return {
          body: { id, reason },
          otherBody: { id: other, reason },
          credential: await cast.staff('admin'),
          ...cast.audited(reason),
        };
      },
    },

    '/api/admin.php/unapplied/refund': decided(cast, 'refund'),
    '/api/admin.php/unapplied/apply': decided(cast, 'apply'),
    '/api/admin.php/unapplied/settle': decided(cast, 'settle', () => ({ refund_id: randomUUID() })),

    '/api/admin.php/ledger/reverse': {
      path: 'admin.php?section=ledger&action=reverse',
      prepare: async () => {
        const { usertag } = await cast.recipient();
        const payer = await cast.owner('business');
        const sent = { recipient: usertag, amount: 2 };
        const made = await cast.post('business', 'wallet.php?action=transfer', sent, await payer());
        const body = { transaction_id: made.transaction_id, reason: 'Sent by mistake' };
        return {
          body,
          otherBody: { ...body, reason: 'Another reason' },
          credential: await cast.staff('finance'),
          effects: () =>
            cast.count(`ledger.journals WHERE type = 'reversal' AND reference = $1`, made.transaction_id),
        };
      },
    },
  };
}

/** Actions of finance staff on money that no session could accept. */
function decided(cast: Cast, action: 'refund' | 'apply' | 'settle', more: () => object = () => ({})): Case {
  return {
    path: `admin.php?section=unapplied&action=${action}`,
    prepare: async () => {
      const reason = randomUUID();
      const [id, other] = [await unapplied(cast), await unapplied(cast)];
      return {
        body: { id, reason, ...more() },
        otherBody: { id: other, reason, ...more() },
        credential: await cast.staff('finance'),
        ...cast.audited(reason),
      };
    },
  };
}

/** A card payment for which the company took one naira less than requested. */
async function unapplied(cast: Cast): Promise<string> {
  const session_id = await cast.session('checkout');
  await new Bank(cast.platform).order('amount-mismatch');
  const body = { session_id, card: cardOf(CARDS.approved) };
  await cast.platform.post(
    ...(['checkout', 'sessions.php?action=pay-card', body, await cast.keyOf('checkout')()] as const),
  );
  const [attempt] = await cast.platform.sql<{ id: string }>(
    `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
      WHERE s.session_id = $1 AND a.status = 'unapplied'`,
    [session_id],
  );
  return attempt!.id;
}

async function parked(cast: Cast): Promise<string> {
  const id = randomUUID();
  await cast.platform.sql(
    `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                         attempts, parked_at)
     VALUES ($1, 'test', 'test', 'test.nothing', '{}', $1, 'live', 'c', $2, 10, $2)`,
    [id, cast.platform.clock.now()],
  );
  return id;
}
