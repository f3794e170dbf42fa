import { Commands } from '@app/write-path';
import {
  CancelEscrow,
  DisputeEscrow,
  EscrowQueries,
  EscrowTokensService,
  ReleaseEscrow,
  RespondToDispute,
} from '@app/escrow';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';

let platform: Platform;
let escrows: Escrows;
let merchant: TestMerchant;
let finance: TestStaff;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  escrows = new Escrows(platform);
  merchant = await platform.merchant();
  finance = await platform.staff('finance');
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  await setNairaRate(platform, 'USD', '1500');
});

afterAll(() => platform?.proveAndStop());

const attemptOf = (session: { session_id: string }) => escrows.attemptOf(session);
const refunds = (session: { session_id: string }) => escrows.refunds(session);
const paidByCard = (fields: object = {}, of = shop) => escrows.paidByCard(of, fields);
const paidByWallet = (buyer: TestUser, fields: object = {}) => escrows.paidByWallet(shop, buyer, fields);

const cancel = (uuid: string) => escrows.call({ key: merchant.live.secret_key }, 'cancel', { uuid });

describe('an escrow that a wallet paid for through a session', () => {
  it('is the buyer’s to release: the merchant gets the amount, and the fee becomes revenue', async () => {
    const buyer = await escrows.person('2000.00');
    const { uuid, session } = await paidByWallet(buyer);
    const [free, locked] = (await escrows.money(merchant)).split(' ') as [string, string];
    const byMerchant = await escrows.call({ key: merchant.live.secret_key }, 'release', { uuid });
    expect([byMerchant.status, byMerchant.body.error_code]).toEqual([403, 'FORBIDDEN']);
    const { status, body } = await escrows.call(buyer, 'release', { uuid });
    expect([status, body]).toMatchObject([
      200,
      { status: 'released', role: 'initiator', checkout_session_id: session.session_id, fee: 15 },
    ]);
    expect(await escrows.money(merchant)).toBe(
      `${(Number(free) + 1000).toFixed(2)} ${(Number(locked) - 1000).toFixed(2)}`,
    );
    expect(await escrows.money(buyer)).toBe('985.00 0.00');
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({ 'escrow-fees NGN': '1500' });
  });

  it('goes back to the wallet it came from, whatever the rates have become', async () => {
    const buyer = await escrows.person();
    await platform.fund(buyer, 'USD', '100.00');
    const { uuid, session } = await paidByWallet(buyer, { amount: 20, currency: 'USD' });
    expect(await escrows.money(buyer, 'USD')).toBe('79.70 0.00');
    platform.clock.advance({ seconds: 1 });
    await setNairaRate(platform, 'USD', '900');
    const { status, body } = await cancel(uuid);
    expect([status, body.status, body.role]).toEqual([200, 'refunded', 'beneficiary']);
    expect(await escrows.money(buyer, 'USD')).toBe('100.00 0.00');
    expect(await escrows.money(merchant, 'USD')).toBe('0.00 0.00');
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({});
    expect((await escrows.history(buyer, 'USD'))[0]).toMatchObject({
      type: 'escrow_refund',
      direction: 'credit',
      amount: 20.3,
      currency: 'USD',
    });
    expect(await attemptOf(session)).toMatchObject({ status: 'succeeded' });
    platform.clock.advance({ seconds: 1 });
    await setNairaRate(platform, 'USD', '1500');
  });

  it('splits: the rest goes back to the wallet, and the fee is earned', async () => {
    const buyer = await escrows.person();
    await platform.fund(buyer, 'USD', '100.00');
    const { uuid, session } = await paidByWallet(buyer, { amount: 20, currency: 'USD' });
    const raised = await escrows.call(buyer, 'dispute', { uuid, reason: 'Half of it is broken' });
    const answer = await escrows.resolve(finance, raised.body.dispute.dispute_uuid, 'split', {
      beneficiary_amount: '12.00',
    });
    expect([answer.status, answer.body.dispute]).toMatchObject([
      ...[200, { resolution: 'split', beneficiary_amount: 12, initiator_amount: 8 }],
    ]);
    expect(await escrows.money(buyer, 'USD')).toBe('87.70 0.00');
    expect(await escrows.money(merchant, 'USD')).toBe('12.00 0.00');
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({ 'escrow-fees USD': '30' });
  });
});

describe('a buyer without an account, through the portal’s secret', () => {
  const tokenOf = (uuid: string) =>
    ({ portalToken: platform.inside('business', EscrowTokensService).tokenOf(uuid), mode: 'live' }) as const;
  const run = <R>(command: Parameters<Commands['execute']>[0]) =>
    platform.inside('checkout', Commands).execute(command) as Promise<R>;

  it('releases it', async () => {
    const { uuid } = await paidByCard();
    await run(new ReleaseEscrow(tokenOf(uuid)));
    expect((await escrows.detail({ key: merchant.live.secret_key }, uuid)).body).toMatchObject({
      status: 'released',
      role: 'beneficiary',
      initiator: { usertag: null, name: null, email: expect.stringMatching(/^guest-/) },
    });
  });

  it('disputes it, answers, and does not cancel', async () => {
    const { uuid } = await paidByCard();
    await expect(run(new CancelEscrow(tokenOf(uuid)))).rejects.toThrow('Only the beneficiary');
    await run(new DisputeEscrow(tokenOf(uuid), { reason: 'It never came', evidence: null }));
    await expect(run(new RespondToDispute(tokenOf(uuid), 'It did'))).rejects.toThrow('The other party');
    const other = await paidByCard();
    await escrows.call({ key: merchant.live.secret_key }, 'dispute', {
      uuid: other.uuid,
      reason: 'No answer',
    });
    await run(new RespondToDispute(tokenOf(other.uuid), 'I was away'));
    expect((await escrows.detail({ key: merchant.live.secret_key }, other.uuid)).body.dispute).toMatchObject({
      status: 'responded',
      response: 'I was away',
      raised_by: 'beneficiary',
    });
  });

  it('is refused with a wrong secret, and if the buyer has an account and a PIN', async () => {
    await expect(run(new ReleaseEscrow({ portalToken: 'wrong', mode: 'live' }))).rejects.toThrow('not found');
    const { uuid } = await paidByWallet(await escrows.person('2000.00'));
    await expect(run(new ReleaseEscrow(tokenOf(uuid)))).rejects.toThrow('not found');
    const queries = platform.inside('checkout', EscrowQueries);
    await expect(queries.find(tokenOf(uuid))).rejects.toThrow('not found');
    const noDispute = await paidByCard();
    // A test host opens nothing live.
    const inTest = { ...tokenOf(noDispute.uuid), mode: 'test' } as const;
    await expect(run(new ReleaseEscrow(inTest))).rejects.toThrow('not found');
    await expect(queries.find(inTest)).rejects.toThrow('not found');
    expect(await queries.find(tokenOf(noDispute.uuid))).toMatchObject({
      role: 'initiator',
      dispute: null,
      escrow: { id: noDispute.uuid, status: 'funded' },
    });
    await expect(run(new RespondToDispute(tokenOf(noDispute.uuid), 'What?'))).rejects.toThrow('not found');
  });
});

it('an escrow in test mode ends without a booking: a test key reads it, the portal’s secret releases it', async () => {
  const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
  const money = await escrows.money(merchant);
  const { uuid, session } = await paidByCard({}, sandbox);
  const read = await escrows.detail({ key: merchant.test.secret_key }, uuid);
  expect(read.body).toMatchObject({ is_test: true, status: 'funded', role: 'beneficiary' });
  expect((await escrows.detail({ key: merchant.live.secret_key }, uuid)).status).toBe(404);
  expect((await escrows.detail(merchant, uuid)).status).toBe(404);
  const token = platform.inside('sandbox', EscrowTokensService).tokenOf(uuid);
  await platform.inside('sandbox', Commands).execute(new ReleaseEscrow({ portalToken: token, mode: 'test' }));
  expect((await escrows.detail({ key: merchant.test.secret_key }, uuid)).body.status).toBe('released');
  const other = await paidByCard({}, sandbox);
  const merchantSide = { ownerId: merchant.id, mode: 'test' } as const;
  await platform.inside('sandbox', Commands).execute(new CancelEscrow(merchantSide, other.uuid));
  await platform.runJobs();
  expect([await refunds(other.session), (await attemptOf(other.session)).status]).toEqual([
    ['101500'],
    'refunded',
  ]);
  expect(await escrows.serviceMoves(uuid, session.session_id, other.uuid)).toEqual({});
  expect(await escrows.money(merchant)).toBe(money);
});
