import { randomUUID } from 'node:crypto';
import { CARDS, cardOf } from '../../../support/test-cards';
import { openedChargeback } from '../../../support/chargebacks';
import { paidSession } from '../../../support/refunds';
import { type Case, type Cases, type Host, pairOf, type Trial } from './case';
import type { Cast } from './cast';

/** Checkout sessions of both variants: created, ended, paid by card and from a wallet. */
export function sessionCases(cast: Cast): Cases {
  const paid = (sessionId: string) => ({
    effects: () =>
      cast.count(
        `outbox WHERE type = 'checkout.session-completed' AND payload->>'sessionId' = $1`,
        sessionId,
      ),
    charges: () =>
      cast.count(
        `simulator.charges c JOIN checkout_attempts a ON a.reference = c.tx_ref
           JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE c.status = 'successful' AND s.session_id = $1`,
        sessionId,
      ),
  });
  const ended = (
    path: string,
    open: (host: Host) => Promise<{ body: Trial['body']; sessionId: string }>,
  ): Case => ({
    path,
    prepare: async (host, twoBodies) => {
      const [one, other] = await pairOf(twoBodies, () => open(host));
      return {
        body: one.body,
        otherBody: other.body,
        credential: cast.keyOf(host),
        effects: () =>
          cast.count(
            `outbox WHERE type = 'checkout.session-expired' AND payload->>'sessionId' IN ($1, $2)`,
            ...[one.sessionId, other.sessionId],
          ),
      };
    },
  });

  return {
    '/api/sessions.php/create': {
      path: 'sessions.php?action=create',
      prepare: async (host) => {
        const orderRef = randomUUID();
        const body = { amount: 25, order_ref: orderRef };
        return {
          body,
          otherBody: { ...body, amount: 26 },
          credential: cast.keyOf(host),
          effects: () => cast.count('checkout_sessions WHERE order_ref = $1', orderRef),
        };
      },
    },

    '/api/sessions.php/expire': ended('sessions.php?action=expire', async (host) => {
      const session_id = await cast.session(host);
      return { body: { session_id }, sessionId: session_id };
    }),

    '/api/session.php/create': {
      path: 'session.php?action=create',
      prepare: async (host) => {
        const description = randomUUID();
        const body = { amount: 2500, currency_code: 'NGN', description };
        return {
          body,
          otherBody: { ...body, amount: 2600 },
          credential: cast.keyOf(host),
          effects: () => cast.count('checkout_sessions WHERE description = $1', description),
        };
      },
    },

    '/api/session.php/expire': ended('session.php?action=expire', async (host) => {
      const { token, reference } = await sessionB(cast, host);
      return { body: { token }, sessionId: reference };
    }),

    '/api/sessions.php/refund': refunded(cast, 'sessions.php?action=refund', async (host) => {
      const session_id = await paidAt(cast, host);
      return { body: { session_id }, credential: cast.keyOf(host), sessionId: session_id };
    }),

    '/api/session.php/refund': refunded(cast, 'session.php?action=refund', async (host) => {
      const { token, reference } = await sessionB(cast, host);
      await paidAt(cast, host, reference);
      return { body: { token }, credential: cast.keyOf(host), sessionId: reference };
    }),

    '/api/business.php/payments/expire': {
      path: 'business.php?section=payments&action=expire',
      prepare: async (_, twoBodies) => {
        const owner = await cast.platform.merchant();
        const by = { key: owner.live.secret_key };
        const [one, other] = await pairOf(twoBodies, async () => {
          const body = { amount: 25, expires_in: 43_200 };
          return (await cast.post('checkout', 'sessions.php?action=create', body, by)).session_id as string;
        });
        return {
          body: { session_id: one, pin: owner.pin },
          otherBody: { session_id: other, pin: owner.pin },
          credential: cast.continuing(owner),
          effects: () =>
            cast.count(
              `outbox WHERE type = 'checkout.session-expired' AND payload->>'sessionId' IN ($1, $2)`,
              ...[one, other],
            ),
        };
      },
    },

    '/api/business.php/payments/refund': refunded(
      cast,
      'business.php?section=payments&action=refund',
      async () => {
        const owner = await cast.platform.merchant();
        const session_id = await paidSession(cast.platform, owner);
        return {
          body: { session_id, pin: owner.pin },
          credential: cast.continuing(owner),
          sessionId: session_id,
        };
      },
    ),

    '/api/business.php/chargebacks/respond': {
      path: 'business.php?section=chargebacks&action=respond',
      prepare: async () => {
        const owner = await cast.platform.merchant();
        const chargeback_id = await openedChargeback(cast.platform, owner);
        const body = { chargeback_id, decision: 'contest', comment: 'Delivered', pin: owner.pin };
        return {
          body,
          otherBody: { ...body, comment: 'Delivered on Monday' },
          credential: cast.continuing(owner),
          effects: () =>
            cast.count(
              `outbox WHERE type = 'chargeback.responded' AND payload->>'chargebackId' = $1`,
              chargeback_id,
            ),
        };
      },
    },

    '/api/sessions.php/pay-card': {
      path: 'sessions.php?action=pay-card',
      prepare: async (host) => {
        const session_id = await cast.session(host);
        const body = { session_id, card: cardOf(CARDS.approved) };
        const otherBody = { session_id, card: { ...body.card, name: 'Somebody Else' } };
        return { body, otherBody, credential: cast.keyOf(host), ...paid(session_id) };
      },
    },

    '/api/sessions.php/pay-card-submit': {
      path: 'sessions.php?action=pay-card-submit',
      prepare: async (host) => {
        const session_id = await cast.session(host);
        const gw_ref = await cast.waiting(host, session_id, CARDS.otp);
        const body = { session_id, gw_ref, otp: '123456' };
        return {
          body,
          otherBody: { ...body, otp: '123457' },
          credential: cast.keyOf(host),
          ...paid(session_id),
        };
      },
    },

    '/api/sessions.php/pay-card-cancel': {
      path: 'sessions.php?action=pay-card-cancel',
      prepare: async (host, twoBodies) => {
        const [body, otherBody] = await pairOf(twoBodies, () => challenged(cast, host));
        return {
          body,
          otherBody,
          credential: cast.keyOf(host),
          // A job ends the payment later, because no client queries it.
          effects: () =>
            cast.count(
              `outbox WHERE type = 'checkout.payment-failed' AND payload->>'sessionId' = $1`,
              body.session_id,
            ),
        };
      },
    },

    '/api/sessions.php/pay-wallet': {
      path: 'sessions.php?action=pay-wallet',
      prepare: async (host) => {
        const session_id = await cast.session(host);
        const body = { session_id, pin: '1234' };
        const credential = host === 'sandbox' ? cast.keyOf(host) : cast.tokenOf(await cast.person());
        return {
          body,
          otherBody: { ...body, currency: 'NGN' },
          credential,
          effects: paid(session_id).effects,
        };
      },
    },
  };
}

/** Refunds of a paid session; the other request asks for a part of it. */
function refunded(
  cast: Cast,
  path: string,
  open: (host: Host) => Promise<Pick<Trial, 'body' | 'credential'> & { sessionId: string }>,
): Case {
  return {
    path,
    prepare: async (host) => {
      const { sessionId, ...one } = await open(host);
      return {
        ...one,
        otherBody: { ...one.body, amount: 1 },
        effects: () =>
          cast.count(`outbox WHERE type = 'refund.created' AND payload->>'sessionId' = $1`, sessionId),
      };
    },
  };
}

/** A session that a card has paid, a new one unless one is named. */
async function paidAt(cast: Cast, host: Host, id?: string): Promise<string> {
  const session_id = id ?? (await cast.session(host));
  const payment = { session_id, card: cardOf(CARDS.approved) };
  await cast.post(host, 'sessions.php?action=pay-card', payment, await cast.keyOf(host)());
  return session_id;
}

async function sessionB(cast: Cast, host: Host): Promise<{ token: string; reference: string }> {
  const body = { amount: 2500, currency_code: 'NGN' };
  const { body: made } = await cast.platform.post(
    ...([host, 'session.php?action=create', body, await cast.keyOf(host)()] as const),
  );
  // It would expire before the time-out of a broken connection.
  const reference = made.data.reference as string;
  const later = new Date(cast.platform.clock.now().getTime() + 30 * 86_400_000);
  await cast.platform.sql('UPDATE checkout_sessions SET expires_at = $2 WHERE session_id = $1', [
    reference,
    later,
  ]);
  return { token: made.data.session_token as string, reference };
}

async function challenged(cast: Cast, host: Host): Promise<{ session_id: string; gw_ref: string }> {
  const session_id = await cast.session(host);
  return { session_id, gw_ref: await cast.waiting(host, session_id, CARDS.challenge) };
}
