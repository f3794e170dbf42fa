import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../../support/http-client';
import { holdCharges } from '../../../support/charge-holds';
import { KycDesk } from '../../../support/kyc-desk';
import { holdRate } from '../../../support/rates';
import { CARDS, cardOf } from '../../../support/test-cards';
import { Bank } from '../../../e2e/business-api/card-deposits';
import { ApprovalsDesk } from '../../../e2e/staff/approvals-desk';
import { type Case, type Cases, pairOf } from './case';
import type { Cast } from './cast';
import type { Platform } from '../../../support/platform';
import { openedChargeback, owedChargeback } from '../../../support/chargebacks';
import { completedRefund, pendingRefund } from '../../../support/refunds';

/** Actions of staff at the admin endpoints. Disputes are among the escrow cases. */
export function staffCases(cast: Cast): Cases {
  return {
    '/api/admin.php/queues/run-job': {
      path: 'admin.php?section=queues&action=run-job',
      prepare: async () => {
        const body = { name: 'purge old sessions', reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, name: 'purge old idempotency keys' },
          credential: await cast.staff('admin'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/deliveries/retry-parked': {
      path: 'admin.php?section=deliveries&action=retry-parked',
      prepare: async (_, twoBodies) => {
        const reason = randomUUID();
        const [id, other] = await pairOf(twoBodies, () => parked(cast));
        return {
          body: { id, reason },
          otherBody: { id: other, reason },
          credential: await cast.staff('admin'),
          ...cast.audited(reason),
        };
      },
    },

    '/api/admin.php/approvals/approve': ofHeld(cast, 'approve'),
    '/api/admin.php/approvals/refuse': ofHeld(cast, 'refuse'),
    '/api/admin.php/approvals/withdraw': ofHeld(cast, 'withdraw'),

    '/api/admin.php/fx/accept': {
      path: 'admin.php?section=fx&action=accept',
      prepare: async () => {
        // No other case converts this currency.
        await holdRate(cast.platform, 'CAD', '1.60');
        const body = { currency: 'CAD', rate: '1.60', reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, rate: '1.605' },
          credential: await cast.staff('finance'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/subscriptions/release-charges': {
      path: 'admin.php?section=subscriptions&action=release-charges',
      prepare: async (_, twoBodies) => {
        const [id, other] = await pairOf(twoBodies, () => holdCharges(cast.platform));
        const body = { id, reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, id: other },
          credential: await cast.staff('finance'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/fx/set-spread': {
      path: 'admin.php?section=fx&action=set-spread',
      prepare: async () => {
        const body = { base: 'USD', quote: 'ZAR', basis_points: 10, reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, basis_points: 20 },
          credential: await cast.staff('finance'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/fx/set': {
      path: 'admin.php?section=fx&action=set',
      prepare: async () => {
        // Close to the live rate, so that it is not held; no other case converts these currencies.
        const body = { base: 'USD', quote: 'ZAR', rate: '17.22', reason: randomUUID() };
        return {
          body,
          otherBody: { ...body, rate: '17.23' },
          credential: await cast.staff('finance'),
          ...cast.audited(body.reason),
        };
      },
    },

    '/api/admin.php/notes/add': {
      path: 'admin.php?section=notes&action=add',
      prepare: async () => {
        const object_id = (await cast.platform.signUp()).id;
        const text = randomUUID();
        return {
          body: { object_id, text },
          otherBody: { object_id, text: `${text} again` },
          credential: await cast.staff('finance'),
          effects: () => cast.count('notes WHERE object_id = $1', object_id),
        };
      },
    },

    '/api/admin.php/users/freeze': ofAccount(cast, 'freeze', async () => (await cast.platform.signUp()).id),
    '/api/admin.php/users/unfreeze': ofAccount(cast, 'unfreeze', () => frozenAccount(cast)),
    '/api/admin.php/users/set-freeze-reason': ofAccount(cast, 'set-freeze-reason', () => frozenAccount(cast)),
    '/api/admin.php/users/set-legal-hold': ofAccount(
      cast,
      'set-legal-hold',
      async () => (await cast.platform.signUp()).id,
      { hold: true },
    ),
    '/api/admin.php/users/set-role': ofAccount(
      cast,
      'set-role',
      async () => (await cast.platform.signUp()).id,
      { role: 'support' },
    ),
    '/api/admin.php/users/reset-2fa': ofAccount(
      cast,
      'reset-2fa',
      async () => (await cast.platform.staff('support')).id,
    ),

    '/api/admin.php/kyb/revoke': revoked(cast, 'kyb', async () => ({
      user_id: (await cast.platform.merchant()).id,
    })),
    '/api/admin.php/kyc/revoke': revoked(cast, 'kyc', async () => ({
      document_id: await approvedDocument(cast),
    })),

    '/api/admin.php/chargebacks/answer': ofChargeback(cast, 'answer', openedChargeback, {
      decision: 'accept',
    }),
    '/api/admin.php/chargebacks/settle': ofChargeback(cast, 'settle', openedChargeback, { outcome: 'won' }),
    '/api/admin.php/chargebacks/write-off': ofChargeback(cast, 'write-off', owedChargeback),

    '/api/admin.php/refunds/settle': ofRefund(cast, 'settle', pendingRefund, () => ({
      provider_id: randomUUID(),
    })),
    '/api/admin.php/refunds/retry': ofRefund(cast, 'retry', pendingRefund, () => ({ not_sent: true })),
    '/api/admin.php/refunds/fail': ofRefund(cast, 'fail', pendingRefund, () => ({ not_sent: true })),
    '/api/admin.php/refunds/return': ofRefund(cast, 'return', completedRefund),

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

async function frozenAccount({ platform }: Cast): Promise<string> {
  const { id } = await platform.signUp();
  await platform.people.freeze(id);
  return id;
}

/** Actions of finance staff on money that no session could accept. */
function decided(cast: Cast, action: 'refund' | 'apply' | 'settle', more: () => object = () => ({})): Case {
  return {
    path: `admin.php?section=unapplied&action=${action}`,
    prepare: async (_, twoBodies) => {
      const reason = randomUUID();
      const [id, other] = await pairOf(twoBodies, () => unapplied(cast));
      return {
        body: { id, reason, ...more() },
        otherBody: { id: other, reason, ...more() },
        credential: await cast.staff('finance'),
        ...cast.audited(reason),
      };
    },
  };
}

/** Decisions of finance about refunds. */
function ofRefund(
  cast: Cast,
  action: string,
  make: (platform: Platform) => Promise<string>,
  more: () => object = () => ({}),
): Case {
  return {
    path: `admin.php?section=refunds&action=${action}`,
    prepare: async (_, twoBodies) => {
      const reason = randomUUID();
      const [refund_id, other] = await pairOf(twoBodies, () => make(cast.platform));
      const fields = more();
      return {
        body: { refund_id, reason, ...fields },
        otherBody: { refund_id: other, reason, ...fields },
        credential: await cast.staff('finance'),
        ...cast.audited(reason),
      };
    },
  };
}

/** Decisions of finance about chargebacks. */
function ofChargeback(
  cast: Cast,
  action: string,
  make: (platform: Platform) => Promise<string>,
  more: object = {},
): Case {
  return {
    path: `admin.php?section=chargebacks&action=${action}`,
    prepare: async (_, twoBodies) => {
      const reason = randomUUID();
      const [chargeback_id, other] = await pairOf(twoBodies, () => make(cast.platform));
      return {
        body: { chargeback_id, reason, ...more },
        otherBody: { chargeback_id: other, reason, ...more },
        credential: await cast.staff('finance'),
        ...cast.audited(reason),
      };
    },
  };
}

/** Decisions of administrators about accounts. */
function ofAccount(cast: Cast, action: string, made: () => Promise<string>, more: object = {}): Case {
  return {
    path: `admin.php?section=users&action=${action}`,
    prepare: async (_, twoBodies) => {
      const reason = randomUUID();
      const [user_id, other] = await pairOf(twoBodies, made);
      return {
        body: { user_id, reason, ...more },
        otherBody: { user_id: other, reason, ...more },
        credential: await cast.staff('admin'),
        ...cast.audited(reason),
      };
    },
  };
}

/** Decisions about an approval that wait for a second person. */
function revoked(cast: Cast, section: 'kyb' | 'kyc', made: () => Promise<object>): Case {
  return {
    path: `admin.php?section=${section}&action=revoke`,
    prepare: async (_, twoBodies) => {
      const reason = randomUUID();
      const [object, other] = await pairOf(twoBodies, made);
      return {
        body: { ...object, reason },
        otherBody: { ...other, reason },
        credential: await cast.staff('admin'),
        ...cast.audited(reason),
      };
    },
  };
}

async function approvedDocument({ platform }: Cast): Promise<string> {
  const desk = new KycDesk(platform, await platform.staff('compliance'));
  const { id } = await desk.uploaded(await platform.signUp(), 'passport');
  await desk.approve(id);
  return id;
}

/** Decisions about an action that finance staff asked for. Only the maker withdraws it. */
function ofHeld(cast: Cast, action: 'approve' | 'refuse' | 'withdraw'): Case {
  const desk = new ApprovalsDesk(cast.platform);
  return {
    path: `admin.php?section=approvals&action=${action}`,
    prepare: async (_, twoBodies) => {
      const [maker, admin] = [await cast.staff('finance'), await cast.staff('admin')];
      const bodyOf = async () => {
        const { id } = await desk.held(await bearerOf(maker));
        if (action !== 'approve') return { approval_id: id, reason: 'Not needed' };
        return { approval_id: id, digest: await desk.digest(await bearerOf(admin), id) };
      };
      const [body, otherBody] = await pairOf(twoBodies, bodyOf);
      return {
        body,
        otherBody,
        credential: action === 'withdraw' ? maker : admin,
        effects: () =>
          cast.count('audit_log WHERE action = $1 AND subject = ANY ($2)', `approvals.${action}`, [
            body.approval_id,
            otherBody.approval_id,
          ]),
      };
    },
  };
}

async function bearerOf(credential: () => Promise<CallOptions>): Promise<{ token: string }> {
  const { token } = await credential();
  return { token: token! };
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
