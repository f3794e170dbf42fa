import { outcomeOf } from '../../support/http-client';
import { transactionOf } from '../../support/chargebacks';
import { type Platform, startPlatform } from '../../support/platform';
import { ChargebackDesk } from './desk';

let platform: Platform;
let desk: ChargebackDesk;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  await platform.holdJobs();
});
beforeEach(async () => {
  desk = new ChargebackDesk(platform, await platform.merchant());
});
afterAll(() => platform?.proveAndStop());

/** A refund of a part of the session that waits for finance; its id. */
async function waitingRefund(session_id: string, amount: number): Promise<string> {
  const { body } = await desk.refund(session_id, { amount });
  const { refund_id } = body.refund as { refund_id: string };
  await platform.sql('UPDATE refunds SET due_at = NULL WHERE refund_id = $1', [refund_id]);
  return refund_id;
}

async function fail(refund_id: string): Promise<void> {
  const { token } = await platform.staff('finance');
  const body = { refund_id, reason: 'It was not sent', not_sent: true };
  const failed = await platform.post('business', 'admin.php?section=refunds&action=fail', body, { token });
  expect(outcomeOf(failed)).toBe('200 OK');
}

const decide = async (providerId: string, status: string) => {
  await desk.bank.decide(providerId, status);
  await desk.bank.read();
};
const owed = async (id: string) => (await desk.detail(id)).owed_amount as number;

describe('What a failed refund leaves of a payment', () => {
  it('is collected also where all that was owed before has been collected', async () => {
    const session_id = await desk.paid({ amount: 1000 });
    const refund_id = await waitingRefund(session_id, 300);
    await desk.spend(500);
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    expect(await owed(chargeback_id)).toBe(500.5);
    await desk.paid({ amount: 600.5 });
    await platform.runJobs();
    expect([await owed(chargeback_id), await desk.balance()]).toEqual([0, 10_000]);
    await fail(refund_id);
    expect([await owed(chargeback_id), await desk.balance()]).toEqual([300, 40_000]);
    await platform.runJobs();
    expect([await owed(chargeback_id), await desk.balance()]).toEqual([0, 10_000]);
    await decide(providerId, 'won');
    expect(await desk.balance()).toBe(110_000);
  });

  it('can be written off also where what was owed before was written off', async () => {
    const session_id = await desk.paid({ amount: 1000 });
    const refund_id = await waitingRefund(session_id, 300);
    await desk.spend(500);
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    const losses = await desk.account('chargeback-losses');
    for (const amount of [500.5, 300]) {
      expect(await owed(chargeback_id)).toBe(amount);
      expect(outcomeOf(await desk.decide('write-off', chargeback_id))).toBe('200 OK');
      if (amount === 500.5) await fail(refund_id);
    }
    expect(await desk.account('chargeback-losses')).toBe(losses - 80_050);
    await decide(providerId, 'won');
    expect(await desk.account('chargeback-losses')).toBe(losses);
    expect(await desk.balance()).toBe(30_000 + 19_950);
  });

  it('is shared by the chargebacks that demand it, the oldest first', async () => {
    const session_id = await desk.paid({ amount: 1000 });
    const refund_id = await waitingRefund(session_id, 600);
    const first = await desk.raisedOf(session_id, { amount: '500' });
    const second = await desk.raisedOf(session_id, { amount: '450' });
    expect(await desk.balance()).toBe(0);
    await fail(refund_id);
    await platform.runJobs();
    expect(await desk.balance()).toBe(5000);
    const losses = await desk.account('chargeback-losses');
    await decide(first.providerId, 'lost');
    await decide(second.providerId, 'lost');
    expect(await desk.account('chargeback-losses')).toBe(losses);
  });
});

describe('What a won chargeback leaves of a payment', () => {
  it('is taken for another chargeback of the payment that was opened before', async () => {
    const session_id = await desk.paid({ amount: 1000 });
    const first = await desk.raisedOf(session_id);
    const second = await desk.bank.raise(await transactionOf(platform, session_id));
    await desk.bank.read();
    await decide(first.providerId, 'won');
    await platform.runJobs();
    expect(await desk.balance()).toBe(0);
    const losses = await desk.account('chargeback-losses');
    await decide(second, 'lost');
    expect(await desk.account('chargeback-losses')).toBe(losses);
  });
});
