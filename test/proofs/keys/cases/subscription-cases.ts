import { randomUUID } from 'node:crypto';
import { CARDS, cardOf } from '../../../support/test-cards';
import { type Case, type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

const PATH = 'subscriptions.php?action=';
const BY_CARD = { billing_mode: 'card_token', consent: { accepted: true } };

/** Plans and subscriptions. */
export function subscriptionCases(cast: Cast): Cases {
  /** On the business host people sell, elsewhere the key of the shop does. */
  const sellerOn = (host: Host) => async () =>
    host === 'business' ? cast.tokenOf(await cast.shop())() : cast.keyOf(host)();
  const paymentsOf = (host: Host): Host => (host === 'business' ? 'checkout' : host);
  const call = async (host: Host, action: string, body: object) =>
    cast.post(host, PATH + action, body, await sellerOn(host)());
  const terms = () => ({ name: randomUUID(), amount: 50, currency: 'NGN', interval: 'monthly' });
  const plan = async (host: Host) =>
    ((await call(host, 'create-plan', terms())).plan as { plan_id: string }).plan_id;
  /** Nothing is to be paid before its plan changes. */
  const inTrial = async (host: Host) => {
    const { plan_id } = (await call(host, 'create-plan', { ...terms(), trial_days: 7 })).plan as {
      plan_id: string;
    };
    const made = await call(host, 'subscribe', {
      plan_id,
      customer: { email: `${randomUUID()}@example.com` },
    });
    return (made.subscription as { subscription_id: string }).subscription_id;
  };
  const subscribed = async (host: Host, isEnding: boolean) => {
    const seller = host === 'app' ? 'checkout' : host;
    const customer = { email: `${randomUUID()}@example.com` };
    const made = await call(seller, 'subscribe', { plan_id: await plan(seller), customer });
    const { subscription_id } = made.subscription as { subscription_id: string };
    if (isEnding) await call(seller, 'cancel', { subscription_id, at_period_end: true });
    // A customer can be subscribed ten times per hour, so the address is theirs from here on.
    if (host === 'app') {
      const move = 'UPDATE subscriptions SET customer_email = $2 WHERE subscription_id = $1';
      await cast.platform.sql(move, [subscription_id, (await cast.person()).email]);
    }
    return { subscription_id, ...(host === 'app' && { at_period_end: false }) };
  };
  /** Its first link is paid from the wallet of the caller, which authorises charges to it. */
  const authorized = async () => {
    const fields = { customer: { email: `${randomUUID()}@example.com` }, billing_mode: 'wallet_auto' };
    const made = await call('checkout', 'subscribe', { plan_id: await plan('checkout'), ...fields });
    const { checkout_session_id: session_id } = made.invoice as { checkout_session_id: string };
    const { pin } = await cast.person();
    const payer = await (await cast.owner('app'))();
    await cast.post('checkout', 'sessions.php?action=pay-wallet', { session_id, pin }, payer);
    const { subscription_id } = made.subscription as { subscription_id: string };
    return { subscription_id };
  };
  /** The card that paid its first link on the page is charged from then on. */
  const withCard = async (host: Host) => {
    const fields = { customer: { email: `${randomUUID()}@example.com` }, ...BY_CARD };
    const made = await call(host, 'subscribe', { plan_id: await plan(host), ...fields });
    const { subscription_id } = made.subscription as { subscription_id: string };
    const { checkout_session_id, checkout_url } = made.invoice as Record<string, string>;
    const sessionToken = new URL(checkout_url!).pathname.split('/').at(-1)!;
    const body = { session_id: checkout_session_id, card: cardOf(CARDS.approved) };
    await cast.post(paymentsOf(host), 'sessions.php?action=pay-card', body, { sessionToken });
    return { subscription_id };
  };
  const changed = (action: string, type: string, isEnding: boolean): Case => ({
    path: PATH + action,
    prepare: async (host, twoBodies) => {
      const [body, otherBody] = await pairOf(twoBodies, () => subscribed(host, isEnding));
      return {
        body,
        otherBody,
        credential: host === 'app' ? await cast.owner(host) : sellerOn(host),
        effects: () =>
          cast.count(
            `outbox WHERE type = $1 AND payload->>'subscriptionId' IN ($2, $3)`,
            ...[type, body.subscription_id, otherBody.subscription_id],
          ),
      };
    },
  });

  /** The first invoice of a subscription, which a card has paid. */
  const paidInvoice = async (host: Host) => {
    const customer = { email: `${randomUUID()}@example.com` };
    const made = await call(host, 'subscribe', { plan_id: await plan(host), customer });
    const { invoice_id, checkout_session_id } = made.invoice as Record<string, string>;
    const payment = { session_id: checkout_session_id, card: cardOf(CARDS.approved) };
    const seller = paymentsOf(host);
    await cast.post(seller, 'sessions.php?action=pay-card', payment, await cast.keyOf(seller)());
    return { invoice_id: invoice_id!, sessionId: checkout_session_id! };
  };

  return {
    '/api/subscriptions.php/refund': {
      path: `${PATH}refund`,
      prepare: async (host) => {
        const { invoice_id, sessionId } = await paidInvoice(host);
        const pin = host === 'business' && { pin: (await cast.shop()).pin };
        return {
          body: { invoice_id, ...pin },
          otherBody: { invoice_id, amount: 1, ...pin },
          credential: sellerOn(host),
          effects: () =>
            cast.count(`outbox WHERE type = 'refund.created' AND payload->>'sessionId' = $1`, sessionId),
        };
      },
    },

    '/api/subscriptions.php/create-plan': {
      path: `${PATH}create-plan`,
      prepare: (host) => {
        const body = terms();
        return Promise.resolve({
          body,
          otherBody: { ...body, amount: 60 },
          credential: sellerOn(host),
          effects: () => cast.count('subscription_plans WHERE name = $1', body.name),
        });
      },
    },

    '/api/subscriptions.php/update-plan': {
      path: `${PATH}update-plan`,
      prepare: async (host) => {
        const plan_id = await plan(host);
        return {
          body: { plan_id, name: 'Gold' },
          otherBody: { plan_id, name: 'Silver' },
          credential: sellerOn(host),
          effects: () =>
            cast.count(
              'subscription_plans p CROSS JOIN generate_series(2, p.version) WHERE p.plan_id = $1',
              plan_id,
            ),
        };
      },
    },

    '/api/subscriptions.php/subscribe': {
      path: `${PATH}subscribe`,
      prepare: async (host) => {
        const plan_id = await plan(host);
        const email = `${randomUUID()}@example.com`;
        return {
          body: { plan_id, customer: { email }, ...BY_CARD },
          otherBody: { plan_id, customer: { email, name: 'Ada' } },
          credential: sellerOn(host),
          effects: () => cast.count('subscriptions WHERE customer_email = $1', email),
        };
      },
    },

    // On hosts of the merchant with a saved card, which is erased once.
    '/api/subscriptions.php/cancel': {
      path: `${PATH}cancel`,
      prepare: async (host, twoBodies) => {
        const ofCustomer = changed('cancel', 'subscription.cancelled', false);
        if (host === 'app') return ofCustomer.prepare(host, twoBodies);
        const [body, otherBody] = await pairOf(twoBodies, () => withCard(host));
        const ids = [body.subscription_id, otherBody.subscription_id];
        const ends = `outbox WHERE type = 'subscription.cancelled' AND payload->>'subscriptionId' IN ($1, $2)`;
        const erasures = `saved_cards c JOIN subscriptions s ON s.id = c.subscription_key
           CROSS JOIN generate_series(2, c.version) WHERE s.subscription_id IN ($1, $2)`;
        return {
          body,
          otherBody,
          credential: sellerOn(host),
          effects: async () => Math.max(await cast.count(ends, ...ids), await cast.count(erasures, ...ids)),
        };
      },
    },
    '/api/subscriptions.php/stop-autopay': {
      path: `${PATH}stop-autopay`,
      prepare: async (host, twoBodies) => {
        const [body, otherBody] = await pairOf(twoBodies, authorized);
        return {
          body,
          otherBody,
          credential: await cast.owner(host),
          effects: () =>
            cast.count(
              `outbox WHERE type = 'subscription.autopay-stopped' AND payload->>'subscriptionId' IN ($1, $2)`,
              ...[body.subscription_id, otherBody.subscription_id],
            ),
        };
      },
    },

    '/api/subscriptions.php/change-plan': {
      path: `${PATH}change-plan`,
      prepare: async (host) => {
        const subscription_id = await inTrial(host);
        const to = async () => ({ subscription_id, plan_id: await plan(host), when: 'now' });
        return {
          body: await to(),
          otherBody: await to(),
          credential: sellerOn(host),
          effects: () =>
            cast.count(
              `outbox WHERE type = 'subscription.plan-changed' AND payload->>'subscriptionId' = $1`,
              subscription_id,
            ),
        };
      },
    },

    '/api/subscriptions.php/update-customer': {
      path: `${PATH}update-customer`,
      prepare: async (host) => {
        const { subscription_id } = await subscribed(host, false);
        return {
          body: { subscription_id, name: 'Ada' },
          otherBody: { subscription_id, name: 'Grace' },
          credential: sellerOn(host),
          effects: () =>
            cast.count(
              'subscriptions s CROSS JOIN generate_series(2, s.version) WHERE s.subscription_id = $1',
              subscription_id,
            ),
        };
      },
    },

    '/api/subscriptions.php/cancel-plan-change': {
      path: `${PATH}cancel-plan-change`,
      prepare: async (host) => {
        const scheduled = async () => {
          const subscription_id = await inTrial(host);
          await call(host, 'change-plan', { subscription_id, plan_id: await plan(host), when: 'period_end' });
          return { subscription_id };
        };
        const [body, otherBody] = [await scheduled(), await scheduled()];
        return {
          body,
          otherBody,
          credential: sellerOn(host),
          effects: () =>
            cast.count(
              'subscriptions WHERE subscription_id IN ($1, $2) AND next_plan_id IS NULL',
              ...[body.subscription_id, otherBody.subscription_id],
            ),
        };
      },
    },

    '/api/subscriptions.php/resume': changed('resume', 'subscription.resumed', true),
  };
}
