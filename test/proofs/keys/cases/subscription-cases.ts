import { randomUUID } from 'node:crypto';
import type { Case, Cases, Host } from './case';
import type { Cast } from './cast';

const PATH = 'subscriptions.php?action=';

/** Plans and subscriptions. */
export function subscriptionCases(cast: Cast): Cases {
  const call = async (host: Host, action: string, body: object) =>
    cast.post(host, PATH + action, body, await cast.keyOf(host)());
  const terms = () => ({ name: randomUUID(), amount: 50, currency: 'NGN', interval: 'monthly' });
  const plan = async (host: Host) =>
    ((await call(host, 'create-plan', terms())).plan as { plan_id: string }).plan_id;
  const subscribed = async (host: Host, isEnding: boolean) => {
    const customer = { email: `${randomUUID()}@example.com` };
    const made = await call(host, 'subscribe', { plan_id: await plan(host), customer });
    const { subscription_id } = made.subscription as { subscription_id: string };
    if (isEnding) await call(host, 'cancel', { subscription_id, at_period_end: true });
    return { subscription_id };
  };
  const changed = (action: string, type: string, isEnding: boolean): Case => ({
    path: PATH + action,
    prepare: async (host) => {
      const [body, otherBody] = [await subscribed(host, isEnding), await subscribed(host, isEnding)];
      return {
        body,
        otherBody,
        credential: cast.keyOf(host),
        effects: () =>
          cast.count(
            `outbox WHERE type = $1 AND payload->>'subscriptionId' IN ($2, $3)`,
            ...[type, body.subscription_id, otherBody.subscription_id],
          ),
      };
    },
  });

  return {
    '/api/subscriptions.php/create-plan': {
      path: `${PATH}create-plan`,
      prepare: (host) => {
        const body = terms();
        return Promise.resolve({
          body,
          otherBody: { ...body, amount: 60 },
          credential: cast.keyOf(host),
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
          credential: cast.keyOf(host),
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
          body: { plan_id, customer: { email } },
          otherBody: { plan_id, customer: { email, name: 'Ada' } },
          credential: cast.keyOf(host),
          effects: () => cast.count('subscriptions WHERE customer_email = $1', email),
        };
      },
    },

    '/api/subscriptions.php/cancel': changed('cancel', 'subscription.cancelled', false),
    '/api/subscriptions.php/resume': changed('resume', 'subscription.resumed', true),
  };
}
