import { Commands } from '@app/write-path';
import { ClaimRefund } from '../../../libs/checkout/src/refunds/commands/claim-refund';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank } from '../business-api/card-deposits';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';

let platform: Platform;
let escrows: Escrows;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  escrows = new Escrows(platform);
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  await setNairaRate(platform, 'USD', '1500');
});

afterEach(() => new Bank(platform).clearFaults());
afterAll(() => platform?.proveAndStop());

const attemptOf = (session: { session_id: string }) => escrows.attemptOf(session);
const refunds = (session: { session_id: string }) => escrows.refunds(session);
const paidByCard = (fields: object = {}) => escrows.paidByCard(shop, fields);
const split = (uuid: string, beneficiary_amount: number) =>
  escrows.split({ key: merchant.live.secret_key }, uuid, beneficiary_amount);
const cancel = (uuid: string) => escrows.call({ key: merchant.live.secret_key }, 'cancel', { uuid });

/** What the merchant has locked; a key reads it whenever, while tokens run out as the clock is moved. */
async function locked(): Promise<number> {
  const { body } = await platform.get('business', 'wallet.php?action=balance', {
    key: merchant.live.secret_key,
  });
  return Number(body.locked_balance);
}

describe('an escrow that a card paid for', () => {
  it('leaves the merchant at once when it is given back, and goes back to the card by the job that sends refunds', async () => {
    const { uuid, session } = await paidByCard();
    const before = await locked();
    expect((await cancel(uuid)).body.status).toBe('refunded');
    expect(await locked()).toBe(before - 1000);
    expect(await attemptOf(session)).toMatchObject({
      unapplied_reason: 'escrow-returned',
      refund_minor: '101500',
    });
    // By the cancellation itself; what the refund does comes after.
    expect(await escrows.serviceMoves(uuid)).toEqual({
      'escrow-fees-held NGN': '-1500',
      'unapplied NGN': '101500',
    });
    await Promise.all([platform.runJobs(), platform.runJobs(), platform.runJobs()]);
    expect(await attemptOf(session)).toMatchObject({ status: 'refunded' });
    expect(await refunds(session)).toEqual(['101500']);
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({});
    const page = `sessions.php?action=public-status&session_id=${session.session_id}`;
    const token = session.checkout_url.split('/pay/')[1]!;
    const { body } = await platform.get('checkout', page, { sessionToken: token });
    expect([body.status, body.payment.state]).toEqual(['completed', 'refunded']);
  });

  it('is sent back once after the process that claimed it died before sending', async () => {
    const { uuid, session } = await paidByCard();
    await cancel(uuid);
    const { refund } = await attemptOf(session);
    const claim = new ClaimRefund(refund as string);
    expect(await platform.inside('scheduler', Commands).execute(claim)).toMatchObject({ method: 'card' });
    await platform.runJobs();
    expect(await refunds(session)).toEqual([]);
    platform.clock.advance({ minutes: 10 });
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    expect([await refunds(session), (await attemptOf(session)).status]).toEqual([['101500'], 'refunded']);
  });

  it('is sent back once after the company’s answer was lost', async () => {
    const { uuid, session } = await paidByCard();
    await cancel(uuid);
    await new Bank(platform).order('drop-connection', 'refund');
    await platform.runJobs();
    // It was carried out, and we do not know: claimed, and neither lost nor sent again at once.
    expect([await refunds(session), (await attemptOf(session)).status]).toEqual([['101500'], 'unapplied']);
    await platform.runJobs();
    platform.clock.advance({ minutes: 10 });
    await platform.runJobs();
    expect([await refunds(session), (await attemptOf(session)).status]).toEqual([['101500'], 'refunded']);
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({});
  });

  it('waits with the staff if the company will not send it back, who can have it sent again', async () => {
    const { uuid, session } = await paidByCard();
    await platform.sql(`UPDATE checkout_attempts SET gateway_transaction_id = 'gone-' || id WHERE id = $1`, [
      (await attemptOf(session)).id,
    ]);
    await cancel(uuid);
    await platform.runJobs();
    const finance = await platform.staff('finance');
    const path = 'admin.php?section=unapplied&action=list&per_page=100';
    const { body } = await platform.get('business', path, { token: finance.token });
    const row = body.data.data.find((one: { session_id: string }) => one.session_id === session.session_id);
    expect(row).toMatchObject({ reason: 'escrow-returned', amount: 1015, status: 'unapplied' });
    expect(row.failure).toEqual(expect.any(String));
    const decide = (action: string) =>
      platform.post(
        'business',
        `admin.php?section=unapplied&action=${action}`,
        { id: row.id, reason: 'Try it again' },
        { token: finance.token },
      );
    const applied = await decide('apply');
    expect([applied.status, applied.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect((await decide('refund')).body).toMatchObject({ status: 'refunding', amount: 1015 });
    // It is refused again, and no other test's business.
    await platform.runJobs();
  });

  it('does not ask again for a part that could go twice: staff ask first, say so, and have it sent', async () => {
    const { uuid, session } = await paidByCard();
    await split(uuid, 700);
    await new Bank(platform).order('drop-connection', 'refund');
    await platform.runJobs();
    platform.clock.advance({ minutes: 10 });
    await platform.runJobs();
    await platform.runJobs();
    const stopped = await attemptOf(session);
    expect([await refunds(session), stopped.status, stopped.stopped]).toEqual([['30000'], 'unapplied', true]);
    expect(stopped.failure).toContain('ask the company');
    const clerk = await platform.staff('finance');
    const body = { id: stopped.id, reason: 'The company answers a repeat with the first refund' };
    const path = 'admin.php?section=unapplied&action=refund';
    const send = (fields: object = {}) =>
      platform.post('business', path, { ...body, ...fields }, { token: clerk.token });
    const unsure = await send();
    expect([unsure.status, unsure.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(unsure.body.message).toContain('not_sent');
    expect((await send({ not_sent: false })).status).toBe(409);
    expect((await send({ not_sent: true })).status).toBe(200);
    await platform.runJobs();
    expect([await refunds(session), (await attemptOf(session)).status]).toEqual([['30000'], 'refunded']);
  });

  it('splits by a partial refund: the company gives back the rest and no more', async () => {
    const { uuid, session } = await paidByCard();
    const answer = await split(uuid, 400);
    expect(answer.body).toMatchObject({
      status: 'resolved_split',
      dispute: { raised_by: 'beneficiary', initiator_amount: 600 },
    });
    await platform.runJobs();
    expect(await refunds(session)).toEqual(['60000']);
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({
      'card-gateway-clearing NGN': '-41500',
      'escrow-fees NGN': '1500',
    });
  });

  it('goes back in what the card was charged if that is another currency', async () => {
    const { uuid, session } = await paidByCard({ amount: 20, currency: 'USD' });
    await cancel(uuid);
    await platform.runJobs();
    expect(await refunds(session)).toEqual(['3045000']);
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({});
  });
});
