import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { RefundCompany, type RefundScript } from '../../support/refund-company';
import { paidSession } from '../../support/refunds';

const STEP_HOURS = 6;

describe('a refund that its company takes and does not carry out for days', () => {
  let company: RefundCompany;
  let platform: Platform;
  let merchant: TestMerchant;
  let receiver: Receiver;

  beforeAll(async () => {
    company = await RefundCompany.start();
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    company.standBefore(platform);
    merchant = await platform.merchant();
    receiver = await platform.receiver();
    const hook = { app_id: merchant.live.app_id, url: receiver.url };
    const path = 'business.php?section=webhooks&action=create';
    await platform.post('business', path, hook, { token: merchant.token });
  });
  afterAll(async () => {
    await platform?.proveAndStop();
    await company?.stop();
  });

  const by = () => ({ key: merchant.live.secret_key });
  const balance = async () => Number(await platform.balanceOf(by()));
  const detail = async (refund_id: string) => {
    const path = `sessions.php?action=refund-detail&refund_id=${refund_id}`;
    return (await platform.get('checkout', path, by())).body.refund;
  };

  async function pass(hours: number): Promise<void> {
    for (let passed = 0; passed < hours; passed += STEP_HOURS) {
      await platform.runJobs();
      platform.clock.advance({ hours: STEP_HOURS });
    }
    await platform.runJobs();
  }

  it('gives the merchant the money again once if it fails after three days, with one event of each kind', async () => {
    const session_id = await paidSession(platform, merchant);
    const before = await balance();
    const path = 'sessions.php?action=refund';
    const { refund_id } = (await platform.post('checkout', path, { session_id }, by())).body.refund;
    const script: RefundScript = {
      sendings: [],
      questions: [],
      fate: 'pending without an end',
      settlesAfter: 0,
    };
    company.scripts.set(refund_id as string, script);
    await pass(72);
    expect(await detail(refund_id as string)).toMatchObject({ status: 'pending', stage: 'taken' });
    expect(await balance()).toBe(before - 25);
    script.fate = 'failed later';
    await pass(12);
    expect(await detail(refund_id as string)).toMatchObject({
      status: 'failed',
      failure: expect.any(String),
    });
    expect(await balance()).toBe(before);
    await receiver.next(({ event, data }) => event === 'refund.failed' && data.refund_id === refund_id);
    await pass(12);
    const events = receiver.received.filter(({ data }) => data.refund_id === refund_id);
    expect(events.map(({ event }) => event)).toEqual(['refund.created', 'refund.failed']);
    expect(await balance()).toBe(before);
  });
});
