import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Escrows } from './escrows';

/** How many escrows one user may open for a beneficiary who has not asked for them. */
describe('limits of escrows', () => {
  let platform: Platform;
  let escrows: Escrows;
  let payer: TestMerchant;
  let payee: TestUser;

  beforeAll(async () => {
    platform = await startPlatform();
    escrows = new Escrows(platform);
    [payer, payee] = [await platform.merchant(), await platform.signUp()];
    await platform.fund(payer, 'NGN', '1000.00');
    platform.clock.freeze();
  });

  afterAll(() => platform?.proveAndStop());

  const create = (to = payee, fields: object = {}, options: object = {}) =>
    escrows.create({ key: payer.live.secret_key }, to, { amount: 0.01, ...fields }, options);

  it('allow twenty tries a minute, dry ones among them', async () => {
    const dry = { headers: { 'x-dry-run': 'true' } };
    for (let i = 0; i < 20; i++) expect((await create(payee, {}, dry)).status).toBe(200);
    const refused = await create(payee, {}, dry);
    expect([refused.status, refused.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    platform.clock.advance({ minutes: 1 });
  });

  it('allow fifty a day for the same person, whatever became of them', async () => {
    const key = { key: payer.live.secret_key };
    let first = 0;
    for (let i = 0; i < 50; i++) {
      platform.clock.advance({ seconds: 10 });
      first ||= platform.clock.now().getTime();
      const { uuid } = await escrows.open(key, payee, { amount: 0.01 });
      if (i % 2) await escrows.call(key, 'release', { uuid });
    }
    platform.clock.advance({ seconds: 10 });
    const refused = await create();
    expect([refused.status, refused.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    const until = (first - platform.clock.now().getTime()) / 1000 + 24 * 3600;
    expect(Number(refused.headers.get('retry-after'))).toBe(until);
    expect((await create(await platform.signUp())).status).toBe(200);
    platform.clock.advance({ seconds: until });
    expect((await create()).status).toBe(200);
  });
});
