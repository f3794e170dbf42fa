import { metricsRegistry } from '@app/http';
import { eventually } from '../../support/eventually';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';

const DAY = 24 * 3600;

let platform: Platform;
let escrows: Escrows;
/** Keys, unlike tokens, outlast a clock that is moved. */
let shop: TestMerchant;
let ben: TestUser;
let key: { key: string };

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  escrows = new Escrows(platform);
  shop = await platform.merchant();
  ben = await platform.signUp();
  key = { key: shop.live.secret_key };
  await platform.fund(shop, 'NGN', '100000.00');
});

afterAll(() => platform?.proveAndStop());

/** The types of a user's notifications of an escrow, oldest first. */
async function notificationTypes(who: { id: string }, uuid: string): Promise<string[]> {
  await eventually(async () => (await waiting()) === 0);
  const rows = await platform.sql<{ type: string }>(
    `SELECT type FROM notifications WHERE owner_id = $1 AND data->>'uuid' = $2 ORDER BY id`,
    [who.id, uuid],
  );
  return rows.map(({ type }) => type);
}

async function mailed(address: string, uuid: string): Promise<string[]> {
  await eventually(async () => (await waiting()) === 0);
  const rows = await platform.sql<{ type: string }>(
    `SELECT type FROM mails WHERE recipient = $1 AND facts->>'uuid' = $2 ORDER BY created_at, type`,
    [address, uuid],
  );
  return rows.map(({ type }) => type);
}

const waiting = async () => (await platform.sql('SELECT 1 FROM outbox WHERE relayed_at IS NULL')).length;

const record = async (uuid: string) => (await escrows.detail(key, uuid)).body as Record<string, unknown>;
const moneyOf = async () =>
  (await platform.get('business', 'wallet.php?action=balance', key)).body as Record<string, string>;

describe('a deadline', () => {
  it('moves no money when it passes: overdue shows at once, and both parties are notified once', async () => {
    const { uuid, deadline_at } = await escrows.open(key, ben, { deadline_days: 3 });
    const before = await moneyOf();
    platform.clock.freeze();
    const left = Date.parse(deadline_at as string) - platform.clock.now().getTime();
    platform.clock.advance({ ms: left - 1 });
    expect(await record(uuid)).toMatchObject({ overdue: false });
    platform.clock.advance({ ms: 1 });
    // Before any job has run.
    expect(await record(uuid)).toMatchObject({ overdue: true, status: 'funded' });
    const list = await platform.get('business', 'escrow.php?action=list&role=initiator', key);
    expect(list.body.data.data[0]).toMatchObject({ uuid, overdue: true });
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    await platform.runJobs();
    expect([await notificationTypes(shop, uuid), await notificationTypes(ben, uuid)]).toEqual([
      ['escrow.locked', 'escrow.overdue'],
      ['escrow.funded', 'escrow.overdue'],
    ]);
    const { balance, locked_balance } = await moneyOf();
    expect([balance, locked_balance]).toEqual([before.balance, before.locked_balance]);
    const released = await escrows.call(key, 'release', { uuid });
    expect([released.status, released.body.overdue]).toEqual([200, false]);
  });

  it('is ignored once the escrow has ended, or where there is none', async () => {
    const ended = await escrows.open(key, ben, { deadline_days: 1 });
    const endless = await escrows.open(key, ben);
    await escrows.call(key, 'release', { uuid: ended.uuid });
    platform.clock.advance({ days: 2 });
    await platform.runJobs();
    expect(await record(ended.uuid)).toMatchObject({ overdue: false });
    expect(await record(endless.uuid)).toMatchObject({ overdue: false, deadline_at: null });
    expect(await notificationTypes(shop, ended.uuid)).toEqual(['escrow.locked', 'escrow.release-receipt']);
    expect(await notificationTypes(shop, endless.uuid)).toEqual(['escrow.locked']);
  });
});

describe('a dispute past its 48 hours', () => {
  const late = async () => {
    const metric = metricsRegistry.getSingleMetric('escrow_disputes_late')!;
    return (await metric.get()).values[0]?.value;
  };

  it('alerts finance and admin staff once, by notice, and by a metric until it is resolved', async () => {
    const { uuid, dispute_uuid } = await escrows.disputed(key, ben);
    platform.clock.advance({ seconds: 2 * DAY - 60 });
    const [clerk, admin, support] = [
      await platform.staff('finance'),
      await platform.staff('admin'),
      await platform.staff('support'),
    ];
    await platform.runJobs();
    expect([await notificationTypes(clerk, uuid), await late()]).toEqual([[], 0]);
    platform.clock.advance({ minutes: 2 });
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    await platform.runJobs();
    expect([
      await notificationTypes(clerk, uuid),
      await notificationTypes(admin, uuid),
      await notificationTypes(support, uuid),
    ]).toEqual([...[['escrow.dispute-late'], ['escrow.dispute-late'], []]]);
    expect(await late()).toBe(1);
    const path = 'admin.php?section=escrow&action=disputes&late=true';
    const { body } = await platform.get('business', path, { token: clerk.token });
    expect(body.data.data).toMatchObject([{ uuid, dispute: { dispute_uuid } }]);
    expect((await escrows.resolve(clerk, dispute_uuid, 'refund')).status).toBe(200);
    await platform.runJobs();
    expect(await late()).toBe(0);
  });
});

describe('notices to both parties', () => {
  it('report a dispute, its answer and its end, in their language; what they wrote stays out of mails', async () => {
    const ada = await escrows.person('5000.00');
    const bola = await platform.signUp();
    await platform.post(
      'business',
      'settings.php?action=set-preference',
      { key: 'language', value: 'fr' },
      { token: bola.token },
    );
    const { uuid, dispute_uuid } = await escrows.disputed(ada, bola);
    await escrows.call(bola, 'dispute-respond', { dispute_uuid, response: 'It did come' });
    await escrows.resolve(await platform.staff('finance'), dispute_uuid, 'split', {
      beneficiary_amount: 250,
    });
    expect(await notificationTypes(ada, uuid)).toEqual([
      ...['escrow.locked', 'escrow.disputed', 'escrow.dispute-answered', 'escrow.resolved'],
    ]);
    expect(await notificationTypes(bola, uuid)).toEqual([
      'escrow.funded',
      'escrow.disputed',
      'escrow.resolved',
    ]);
    const [french] = await platform.sql<{ title: string; body: string }>(
      `SELECT title, body FROM notifications WHERE owner_id = $1 AND type = 'escrow.resolved'`,
      [bola.id],
    );
    expect(french).toMatchObject({
      title: expect.stringContaining('Litige'),
      body: expect.stringContaining('750'),
    });
    const [dispute] = await platform.sql<{ body: string }>(
      `SELECT body FROM notifications WHERE owner_id = $1 AND type = 'escrow.disputed'`,
      [bola.id],
    );
    expect(dispute!.body).toContain('It never came');
    expect((await mailed(bola.email, uuid)).filter((type) => type === 'escrow.disputed')).toHaveLength(1);
  });

  it('report a cancellation', async () => {
    const ada = await escrows.person('5000.00');
    const { uuid } = await escrows.open(ada, { usertag: shop.usertag });
    await escrows.call(key, 'cancel', { uuid });
    expect([await notificationTypes(ada, uuid), await notificationTypes(shop, uuid)]).toEqual([
      ['escrow.locked', 'escrow.cancelled'],
      ['escrow.funded', 'escrow.cancelled'],
    ]);
  });

  it('reach a buyer without an account by mail alone, also about the refund itself', async () => {
    const seller = new Shop(platform, 'checkout', shop.live.secret_key);
    const address = `guest-${Date.now()}@example.com`;
    const { uuid, session } = await escrows.paidByCard(seller, {}, address);
    await escrows.call(key, 'cancel', { uuid });
    await platform.runJobs();
    expect((await mailed(address, uuid)).sort()).toEqual(['escrow.cancelled', 'escrow.portal']);
    const about = await platform.sql<{ type: string }>(
      `SELECT type FROM mails WHERE recipient = $1 AND facts->>'session_id' = $2 ORDER BY type`,
      [address, session.session_id],
    );
    expect(about.map(({ type }) => type)).toEqual([
      ...['escrow.buyer-code', 'escrow.cancelled', 'escrow.portal', 'escrow.refund-sent'],
    ]);
    const ofMerchant = await platform.sql(
      `SELECT 1 FROM notifications WHERE owner_id = $1 AND type = 'payment.refunded'`,
      [shop.id],
    );
    expect(ofMerchant).toEqual([]);
  });
});
