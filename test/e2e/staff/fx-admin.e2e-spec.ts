import { writeFileSync } from 'node:fs';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { holdRate, setLiveNairaRate } from '../../support/rates';
import { ApprovalsDesk } from './approvals-desk';
import { FxService, PullRates } from '@app/fx';

let platform: Platform;
let desk: ApprovalsDesk;
let finance: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business'], secondBusiness: true, env: { RATE_LIMITS: 'false' } });
  desk = new ApprovalsDesk(platform);
  finance = await platform.staff('finance');
  await setLiveNairaRate(platform, 'USD', '1500');
});

afterAll(() => platform?.stop());

const rates = async ({ token }: { token: string } = finance) =>
  platform.get('business', 'admin.php?section=fx&action=rates', { token });
const inForce = async (base: string, quote = 'NGN') =>
  ((await rates()).body.checkout as Record<string, unknown>[]).find(
    (row) => row.base === base && row.quote === quote,
  );

it('shows live rates with their age and source, and checkout rates with how far they are from them', async () => {
  await desk.setRate(finance, { rate: '1515' });
  await desk.setRate(finance, { rate: 2000, base: 'GBP' });
  platform.clock.advance({ minutes: 5 });
  const { body } = await rates(await platform.staff('support'));
  expect(body).toMatchObject({ base: 'USD', max_drift_percent: '2' });
  const { age_seconds: age, ...naira } = (body.live as Record<string, unknown>[]).find(
    ({ currency }) => currency === 'NGN',
  )!;
  expect(age).toBeGreaterThanOrEqual(300);
  expect(naira).toEqual({
    currency: 'NGN',
    rate: '1500',
    source: 'test',
    stale: false,
    as_of: expect.any(String),
    valid_until: expect.any(String),
  });
  expect(await inForce('USD')).toEqual({
    base: 'USD',
    quote: 'NGN',
    rate: '1515',
    valid_from: expect.any(String),
    set_by: finance.id,
    live: expect.stringMatching(/^1500/),
    drift_percent: 1,
    drifted: false,
  });
  expect(await inForce('GBP')).toMatchObject({ rate: '2000', drift_percent: 1.4, drifted: false });
});

it('puts a rate in force on every host with the commit, together with its audit entry', async () => {
  const answer = await desk.setRate(finance, { rate: '1520.5' });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { base: 'USD', quote: 'NGN', rate: '1520.5', replaced: '1515', live: '1500', drifted: false },
  ]);
  expect((await platform.inside('business', FxService).checkoutRate('USD', 'NGN'))?.toDecimal()).toBe(
    '1520.5',
  );
  const second = await platform.get(
    await platform.secondBusinessUrl(),
    'admin.php?section=fx&action=rates',
    finance,
  );
  expect(second.body.checkout).toContainEqual(expect.objectContaining({ base: 'USD', rate: '1520.5' }));
  const entries = await platform.sql(
    `SELECT staff_id, before, after, reason FROM audit_log WHERE subject = 'USD/NGN' ORDER BY id DESC LIMIT 1`,
  );
  expect(entries).toMatchObject([
    {
      staff_id: finance.id,
      before: { rate: '1515' },
      after: { rate: '1520.5' },
      reason: 'The market moved',
    },
  ]);
});

it('is for finance; support reads', async () => {
  for (const [role, read, set] of [
    ['support', 200, 403],
    ['compliance', 403, 403],
    ['admin', 200, 200],
  ] as const) {
    const staff = await platform.staff(role);
    expect([(await rates(staff)).status, (await desk.setRate(staff, { rate: '1515' })).status]).toEqual([
      read,
      set,
    ]);
  }
});

it.each([
  [{ rate: 0 }, 'rate'],
  [{ rate: -1 }, 'rate'],
  [{ rate: '1e3' }, 'rate'],
  [{ rate: null }, 'rate'],
  [{ rate: ['1500'] }, 'rate'],
  [{ rate: '1500\u0000' }, 'rate'],
  [{ rate: '9'.repeat(400) }, 'rate'],
  [{ rate: '1500.0000000000000000001' }, 'rate'],
  [{ rate: '1000000.01' }, 'rate'],
  [{ rate: '0.0000009' }, 'rate'],
  // A hundred times too high, and the rate of the other direction.
  [{ rate: '152000' }, 'rate'],
  [{ rate: '0.00066' }, 'rate'],
  [{ base: 'NGN', quote: 'USD', rate: '1500' }, 'rate'],
  [{ base: 'NGN', quote: 'NGN', rate: '1' }, 'quote'],
  [{ base: 'XAU', rate: '1500' }, 'base'],
  [{ quote: 5, rate: '1500' }, 'quote'],
  [{ rate: '1500', reason: 'no' }, 'reason'],
  [{ rate: '1500', replaces: 'yes' }, 'replaces'],
])('refuses %j', async (fields, field) => {
  const { status, body } = await desk.setRate(finance, fields);
  expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
});

it('holds a rate beyond 1.5 times the one in force, or the live one, or with neither', async () => {
  await desk.setRate(finance, { rate: '1500' });
  for (const [fields, status] of [
    [{ rate: '2250.01' }, 202],
    [{ rate: '999.99' }, 202],
    [{ rate: '2250' }, 200],
    [{ rate: '1500' }, 200],
    // Live 1726.35.
    [{ base: 'EUR', rate: '2700' }, 202],
    [{ base: 'EUR', rate: '1700' }, 200],
  ] as const)
    expect([fields, (await desk.setRate(finance, fields)).status]).toEqual([fields, status]);
  await platform.sql(`UPDATE fx_rates SET as_of = as_of - interval '3 hours' WHERE quote = 'GHS'`);
  expect((await desk.setRate(finance, { base: 'GHS', rate: '130' })).status).toBe(202);
  await setLiveNairaRate(platform, 'USD', '1500');
});

it('refuses to replace another rate than the one that was seen', async () => {
  await desk.setRate(finance, { rate: '1500' });
  const seen = (await inForce('USD'))!.rate;
  expect(seen).toBe('1500');
  expect((await desk.setRate(finance, { rate: '1501', replaces: seen })).status).toBe(200);
  const late = await desk.setRate(finance, { rate: '1502', replaces: seen });
  expect([outcomeOf(late), late.body.current_rate]).toEqual(['409 CONFLICT', '1501']);
  expect((await desk.setRate(finance, { rate: '1502', replaces: 1501 })).status).toBe(200);
  const none = await desk.setRate(finance, { base: 'ZAR', rate: '87', replaces: '87' });
  expect([outcomeOf(none), none.body.current_rate]).toEqual(['409 CONFLICT', null]);
});

it('replaces each rate once where several staff set it at once, on two hosts and with a clock behind', async () => {
  await desk.setRate(finance, { rate: '1500' });
  const second = await platform.secondBusinessUrl();
  const set = (rate: string, fields: object, host: string) =>
    platform.post(
      host,
      'admin.php?section=fx&action=set',
      { base: 'USD', quote: 'NGN', rate, reason: 'The market moved', ...fields },
      { token: finance.token },
    );
  const guarded = await Promise.all(
    ['1501', '1502', '1503', '1504'].map((rate, i) =>
      set(rate, { replaces: '1500' }, i % 2 ? second : 'business'),
    ),
  );
  expect(guarded.map(outcomeOf).sort()).toEqual(['200 OK', ...Array<string>(3).fill('409 CONFLICT')]);

  await Promise.all(['1511', '1512', '1513'].map((rate, i) => set(rate, {}, i % 2 ? second : 'business')));
  const chain = await platform.sql<{ before: { rate: string }; after: { rate: string } }>(
    `SELECT before, after FROM audit_log WHERE subject = 'USD/NGN'`,
  );
  const three = chain.filter(({ after }) => ['1511', '1512', '1513'].includes(after.rate));
  const replaced = three.map(({ before }) => before.rate);
  expect(new Set(replaced).size).toBe(3);
  const [last] = three.filter(({ after }) => !replaced.includes(after.rate));
  expect(await inForce('USD')).toMatchObject({ rate: last!.after.rate });
  // A host whose clock is behind puts its rate after the newest.
  await platform.sql(
    `INSERT INTO fx_checkout_rates (id, base, quote, rate, valid_from, set_by)
     VALUES (gen_random_uuid(), 'USD', 'NGN', 1520, $1::timestamptz + interval '1 second', $2)`,
    [platform.clock.now(), finance.id],
  );
  expect((await desk.setRate(finance, { rate: '1525' })).body).toMatchObject({ replaced: '1520' });
  platform.clock.advance({ seconds: 1 });
  expect(await inForce('USD')).toMatchObject({ rate: '1525' });
});

describe('a live rate that moved too far', () => {
  const accept = (rate: string, staff = finance, fields: object = {}) =>
    platform.post(
      'business',
      'admin.php?section=fx&action=accept',
      { currency: 'KES', rate, reason: 'Checked with the bank', ...fields },
      { token: staff.token },
    );
  const live = async () => (await platform.inside('business', FxService).liveRate('USD', 'KES')).toDecimal();

  it('is shown, and served once finance accept it', async () => {
    await setLiveNairaRate(platform, 'USD', '1500');
    const before = await live();
    await holdRate(platform, 'KES', '150');
    expect((await rates()).body.held).toMatchObject([{ currency: 'KES', rate: '150', source: 'test' }]);
    expect(await live()).toBe(before);
    platform.clock.advance({ seconds: 1 });
    expect(outcomeOf(await accept('150', await platform.staff('support')))).toBe('403 FORBIDDEN');
    expect((await accept('150')).body).toMatchObject({ currency: 'KES', rate: '150', replaced: before });
    expect(await live()).toBe('150');
    expect(outcomeOf(await accept('150'))).toBe('404 NOT_FOUND');
    expect((await rates()).body.held).toEqual([]);
  });

  it('is not served unseen, too old, or where a newer rate is', async () => {
    await holdRate(platform, 'KES', '160');
    expect(outcomeOf(await accept('156'))).toBe('409 CONFLICT');
    await platform.sql(
      `UPDATE fx_held_rates SET as_of = as_of - interval '1 hour' WHERE quote = 'KES' AND ended_at IS NULL`,
    );
    expect(outcomeOf(await accept('160'))).toBe('409 CONFLICT');
    await platform.sql(
      `UPDATE fx_held_rates SET valid_until = as_of, as_of = as_of + interval '1 day'
        WHERE quote = 'KES' AND ended_at IS NULL`,
    );
    expect(outcomeOf(await accept('160'))).toBe('409 CONFLICT');
    expect(await live()).toBe('150');
  });

  it('waits for a second person beyond one and a half times the rate in force', async () => {
    await holdRate(platform, 'KES', '226');
    expect((await accept('226')).status).toBe(202);
    expect(await live()).toBe('150');
  });
});

it('does not serve a jump of the only source, and serves it again once it is back', async () => {
  const publish = (naira: string) =>
    writeFileSync(
      platform.config.env.FX_RATES_FILE,
      JSON.stringify({ base: 'USD', rates: { NGN: naira, KES: '150' } }),
    );
  const pulled = async () => {
    platform.clock.advance({ seconds: 1 });
    await platform.inside('business', PullRates).run();
    return (await platform.inside('business', FxService).liveRate('USD', 'NGN')).toDecimal();
  };
  await setLiveNairaRate(platform, 'USD', '1500');
  publish('1650.01');
  expect(await pulled()).toBe('1500');
  publish('1700');
  expect(await pulled()).toBe('1500');
  expect((await rates()).body.held).toMatchObject([
    { currency: 'NGN', rate: '1700', in_force: '1500', change_percent: 13.33 },
  ]);
  publish('1650');
  expect(await pulled()).toBe('1650');
  expect((await rates()).body.held).toEqual([]);
});
