import { CARDS, cardOf } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { Step } from './steps';
import type { Stage } from './stage';

/** A payment in the sandbox, which the endpoint of the test app has received. */
const delivered = (stage: Stage) =>
  stage.once('delivered', async () => {
    const webhook = (await stage.value('webhook')) as string;
    const body = { amount: 2500, currency: 'NGN', order_ref: 'order-1' };
    const { session_id } = await stage.post('sandbox', 'sessions.php?action=create', body);
    const payment = { session_id: session_id as string, card: cardOf(CARDS.approved) };
    await stage.post('sandbox', 'sessions.php?action=pay-card', payment);
    const path = `business.php?section=webhooks&action=deliveries&webhook_id=${webhook}`;
    return eventually(async () => {
      const { data } = await stage.get('business', path);
      const [delivery] = data.data as { id: string; event_id: string; status: string }[];
      return delivery?.status === 'delivered' && delivery;
    });
  });

/** Apps and endpoints of test mode, on both hosts that have them. */
export const WEBHOOK_STEPS: Record<string, Step> = {
  api_app: async (stage) => (await stage.merchant()).test.app_id,
  webhook: async (stage) => {
    const { receiver } = stage.shared;
    const body = { app_id: await stage.value('api_app'), url: receiver.url };
    const made = await stage.post('business', 'business.php?section=webhooks&action=create', body);
    receiver.secret = made.secret as string;
    return made.id as unknown;
  },
  delivery: async (stage) => (await delivered(stage)).id,
  event: async (stage) => (await delivered(stage)).event_id,
  conformance_run: async (stage) => {
    const body = { id: await stage.value('webhook') };
    const run = await stage.post('business', 'business.php?section=webhooks&action=conformance', body);
    const path = `business.php?section=webhooks&action=conformance&run_id=${run.run_id as string}`;
    await eventually(async () => (await stage.get('business', path)).status !== 'running');
    return run.run_id as unknown;
  },
  request: async (stage) => {
    await stage.value('webhook');
    return eventually(async () => {
      const { data } = await stage.get('business', 'business.php?section=requests&action=list');
      const [newest] = data.data as { request_id: string }[];
      return newest?.request_id;
    });
  },
  since: (stage) =>
    Promise.resolve(new Date(stage.platform.clock.now().getTime() - 24 * 3600_000).toISOString()),
};
