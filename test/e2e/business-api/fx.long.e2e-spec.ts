import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FxService, PullRates, SetCheckoutRate } from '@app/fx';
import { CURRENCIES, type Currency, Rate } from '@app/kernel';
import { Commands, RelayWorker } from '@app/write-path';
import { outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { RateCompanies } from '../../support/rate-companies';
import { PulledRatesService } from '../../../libs/fx/src/rates/pulled-rates.service';
import { Shop } from '../checkout-api/cards';

const HOUR_MS = 3_600_000;
const RATES = {
  NGN: '1500',
  USD: '1',
  GBP: '0.8',
  EUR: '0.9',
  GHS: '11.05',
  KES: '129.35',
  ZAR: '17.2145',
  CAD: '1.4030',
};

describe('exchange rates', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fx-'));
  const file = path.join(folder, 'rates.json');
  const publish = (rates: object) => writeFileSync(file, JSON.stringify({ base: 'USD', rates }));

  let platform: Platform;
  let user: TestUser;
  let addresses = 0;
  beforeAll(async () => {
    publish(RATES);
    platform = await startPlatform({ env: { FX_RATES_FILE: file, FX_FEE_PERCENT: '0.5' } });
    user = await platform.signUp();
  });
  afterAll(async () => {
    await platform?.proveAndStop();
    rmSync(folder, { recursive: true });
  });

  const rates = (query = '') =>
    platform.get('business', `payments.php?action=fx-rates${query}`, { token: user.token });
  const convert = (body: object) =>
    platform.post('business', 'payments.php?action=fx-convert', body, { token: user.token });

  /** Lets time pass and signs in again. */
  async function later(duration: Parameters<Platform['clock']['advance']>[0]): Promise<void> {
    platform.clock.advance(duration);
    const headers = { 'x-forwarded-for': `10.9.7.${++addresses}` };
    const { email, password } = user;
    const { body } = await platform.post(
      'business',
      'auth.php?action=login',
      { email, password },
      { headers },
    );
    user = { ...user, token: body.access_token };
  }

  describe('fx-rates', () => {
    it('shows every currency against the base, the US dollar where none is named', async () => {
      const { status, body } = await rates();
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, base: 'USD', stale: false });
      expect(body.rates).toEqual(
        Object.fromEntries(Object.entries(RATES).map(([code, text]) => [code, Number(text)])),
      );
      expect(new Date(body.as_of).toISOString()).toBe(body.as_of);
    });

    it('crosses through the US dollar', async () => {
      const { body } = await rates('&base=gbp');
      expect(body).toMatchObject({ base: 'GBP', rates: { GBP: 1, USD: 1.25, NGN: 1875, EUR: 1.125 } });
      expect(Object.keys(body.rates).sort()).toEqual([...CURRENCIES].sort());
    });

    it.each(['XAU', 'usd&base=eur', '%00', '1'])('refuses base=%s', async (base) => {
      expect(await rates(`&base=${base}`)).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR' },
      });
    });

    it('requires credentials, on both hosts', async () => {
      for (const host of ['business', 'app'] as const) {
        expect((await platform.get(host, 'payments.php?action=fx-rates')).status).toBe(401);
        expect((await platform.get(host, 'payments.php?action=fx-rates', { token: user.token })).status).toBe(
          200,
        );
      }
    });

    it('follow their source at the next pull, and every pull stays on record', async () => {
      const [{ pulls }] = (await platform.sql('SELECT count(*)::int AS pulls FROM fx_rates')) as [
        { pulls: number },
      ];
      publish({ ...RATES, NGN: '1600' });
      expect((await rates()).body.rates.NGN).toBe(1500);
      platform.clock.advance({ minutes: 1 });
      await platform.runJobs();
      expect((await rates()).body.rates.NGN).toBe(1600);
      const [after] = await platform.sql('SELECT count(*)::int AS pulls FROM fx_rates');
      expect(after).toEqual({ pulls: pulls + CURRENCIES.length });
      publish(RATES);
      platform.clock.advance({ minutes: 1 });
      await platform.runJobs();
    });

    it('count as unavailable if they are older than two hours, until they are pulled again', async () => {
      await later({ hours: 2, seconds: 1 });
      expect((await rates()).body.stale).toBe(true);
      expect(await convert({ from: 'USD', to: 'NGN', amount: 1 })).toMatchObject({
        status: 400,
        body: { error_code: 'FX_RATE_UNAVAILABLE' },
      });
      await platform.runJobs();
      expect((await rates()).body.stale).toBe(false);
      expect((await convert({ from: 'USD', to: 'NGN', amount: 1 })).status).toBe(200);
    });

    it('grow old alone if the source no longer gives them', async () => {
      const { GBP: _dropped, ...others } = RATES;
      publish(others);
      await later({ hours: 2, seconds: 1 });
      await platform.runJobs();
      expect((await convert({ from: 'USD', to: 'NGN', amount: 1 })).status).toBe(200);
      expect((await convert({ from: 'GBP', to: 'NGN', amount: 1 })).body.error_code).toBe(
        'FX_RATE_UNAVAILABLE',
      );
      const { body } = await rates();
      expect(body.stale).toBe(false);
      expect(Object.keys(body.rates)).not.toContain('GBP');
      expect((await rates('&base=GBP')).body).toMatchObject({ stale: true, rates: { NGN: 1875 } });
      publish(RATES);
      await platform.runJobs();
    });

    it.each(["'NaN'", "'Infinity'", '0', '-1', '1e18', '1e-19'])(
      'are never %s in the books',
      async (rate) => {
        await expect(
          platform.sql(
            `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at) VALUES ('USD', 'NGN', ${rate}, 't', now(), now())`,
          ),
        ).rejects.toThrow(/fx_rates_positive/);
      },
    );

    it('cannot be changed by an app once they are stored', async () => {
      for (const change of [
        'UPDATE fx_rates SET rate = 1',
        'DELETE FROM fx_rates',
        'DELETE FROM fx_checkout_rates',
      ]) {
        await expect(platform.sql(`SET ROLE payments_app; ${change}`)).rejects.toThrow(/permission denied/);
        await platform.sql('RESET ROLE');
      }
    });
  });

  describe('fx-convert', () => {
    it('previews the amount, rounded down, and the fee on top, rounded up', async () => {
      expect((await convert({ from: 'usd', to: 'NGN', amount: '10.50' })).body).toEqual({
        success: true,
        from: 'USD',
        to: 'NGN',
        amount: 10.5,
        rate: 1500,
        fee: 0.06,
        converted_amount: 15_750,
      });
      expect((await convert({ from: 'NGN', to: 'USD', amount: 29.99 })).body).toMatchObject({
        rate: 0.0006666666,
        fee: 0.15,
        converted_amount: 0.01,
      });
      expect((await convert({ from: 'NGN', to: 'USD', amount: 14.99 })).body.converted_amount).toBe(0);
    });

    it('moves nothing', async () => {
      await platform.fund(user, 'NGN', '100.00');
      await convert({ from: 'NGN', to: 'USD', amount: 50 });
      const { body } = await platform.get('business', 'wallet.php?action=wallets', { token: user.token });
      expect(body.data).toMatchObject([{ currency_code: 'NGN', balance: '100.00' }]);
    });

    it.each([
      ...[{}, { from: 'USD', to: 'NGN' }, { from: 'USD', amount: 1 }, { from: 'XAU', to: 'NGN', amount: 1 }],
      ...[0, -1, 0.001, 1e21, '1e2', 'NaN', null, [1], '1\u0000'].map((amount) => ({
        from: 'USD',
        to: 'NGN',
        amount,
      })),
    ])('refuses %j', async (body) => {
      expect((await convert(body)).status).toBe(400);
    });
  });

  describe('checkout rates', () => {
    const fx = () => platform.inside('business', FxService);
    const shown = async (from: 'USD' | 'NGN', to: 'USD' | 'NGN') =>
      (await fx().checkoutRate(from, to))?.toDecimal() ?? null;
    const setBy = (base: Currency, quote: Currency, rate: string) =>
      platform
        .inside('business', Commands)
        .execute(new SetCheckoutRate(base, quote, Rate.parse(rate), user.id));
    /** A moment later than the rate before it. */
    const setRate = (base: Currency, quote: Currency, rate: string) => {
      platform.clock.advance({ seconds: 1 });
      return setBy(base, quote, rate);
    };

    it('are there once staff have set them, either way round', async () => {
      expect(await shown('USD', 'NGN')).toBeNull();
      await setRate('USD', 'NGN', '1510');
      expect(await shown('USD', 'NGN')).toBe('1510');
      await setRate('USD', 'NGN', '1520');
      await setRate('NGN', 'USD', '0.00067');
      expect([await shown('USD', 'NGN'), await shown('NGN', 'USD')]).toEqual(['1520', '0.00067']);
      const events = await platform.sql(
        `SELECT payload->>'rate' AS rate FROM outbox WHERE type = 'fx.checkout-rate-set'`,
      );
      expect(events.map(({ rate }) => rate).sort()).toEqual(['0.00067', '1510', '1520']);
    });

    it('are used only where they are worse for the payer than the live rate, also an old one', async () => {
      await setRate('USD', 'NGN', '1490');
      await setRate('NGN', 'USD', '0.00066');
      const live = ['1500', '0.0006666666'];
      expect([await shown('USD', 'NGN'), await shown('NGN', 'USD')]).toEqual(live);
      await later({ hours: 2, seconds: 1 });
      expect((await rates()).body.stale).toBe(true);
      expect([await shown('USD', 'NGN'), await shown('NGN', 'USD')]).toEqual(live);
      await platform.runJobs();
    });

    it('are not used more than two percent from a current live rate, of which finance is notified once', async () => {
      const finance = await platform.staff('finance');
      const notices = async () => {
        await platform.runJobs();
        await platform.inside('scheduler', RelayWorker).run();
        return platform.sql<{ data: object }>(
          `SELECT data FROM notifications WHERE owner_id = $1 AND type = 'fx.rate-drifted' ORDER BY id`,
          [finance.id],
        );
      };
      await setRate('NGN', 'USD', '0.00067');
      await setRate('USD', 'NGN', '1530');
      expect(await shown('USD', 'NGN')).toBe('1530');
      expect(await notices()).toEqual([]);
      await setRate('USD', 'NGN', '1530.000001');
      expect([await shown('USD', 'NGN'), await shown('NGN', 'USD')]).toEqual([null, '0.00067']);
      for (let i = 0; i < 3; i++) await notices();
      const drifted = { base: 'USD', quote: 'NGN', rate: '1530.000001', live: '1500' };
      expect(await notices()).toEqual([{ data: drifted }]);

      // Nothing is known of the drift while the live rate is too old.
      await later({ hours: 2, seconds: 1 });
      expect(await shown('USD', 'NGN')).toBe('1530.000001');
      await setRate('USD', 'NGN', '1500');
      expect(await notices()).toHaveLength(1);
      await setRate('USD', 'NGN', '1469.99');
      expect(await notices()).toHaveLength(2);
    });

    it('need both of them close to the live rates if they go through the naira', async () => {
      await setRate('USD', 'NGN', '1500');
      await setRate('EUR', 'NGN', '1650');
      const cross = async () => (await fx().checkoutRate('EUR', 'USD'))?.toDecimal() ?? null;
      // Live 1 / 0.9.
      expect(await cross()).toBe('1.1111111111');
      await setRate('EUR', 'NGN', '1690');
      expect(await cross()).toBe('1.1266666666');
      await setRate('EUR', 'NGN', '1710');
      expect(await cross()).toBeNull();
    });

    it('earn nothing to a buyer who pays their own shop and sends the money back', async () => {
      const [buyer, owner] = [await platform.signUp(), await platform.merchant()];
      const shop = new Shop(platform, 'checkout', owner.live.secret_key);
      const naira = async () =>
        Number(await platform.balanceOf(buyer)) + Number(await platform.balanceOf(owner));
      const round = async () => {
        const session = await shop.open({ amount: 10, currency: 'USD' });
        const paid = await platform.post(
          'checkout',
          'sessions.php?action=pay-wallet',
          { session_id: session.session_id, pin: buyer.pin },
          { token: buyer.token },
        );
        if (paid.status !== 200) return outcomeOf(paid);
        const sent = await platform.post(
          'business',
          'wallet.php?action=transfer',
          { recipient: buyer.usertag, amount: 10, currency: 'USD', pin: owner.pin },
          { token: owner.token },
        );
        return outcomeOf(sent);
      };
      await platform.fund(buyer, 'NGN', '100000.00');
      // What the transfers cost, so that nothing else moves in this account.
      await platform.fund(owner, 'USD', '1.00');
      const before = await naira();
      for (const rate of ['1475', '1480', '1490', '1500', '1525']) {
        await setRate('USD', 'NGN', rate);
        expect(await round()).toBe('200 OK');
      }
      expect(before - (await naira())).toBe(250);
      await setRate('USD', 'NGN', '1455');
      expect(await round()).toBe('400 FX_RATE_UNAVAILABLE');
    });

    it('do not convert a currency into itself', async () => {
      expect(await fx().checkoutRate('KES', 'KES')).toEqual(Rate.fromFraction(1n, 1n));
      await expect(setBy('KES', 'KES', '2')).rejects.toMatchObject({
        kind: 'invalid',
      });
    });
  });

  describe('conversions with a spread', () => {
    const finance = () => platform.staff('finance');
    const setSpread = async (basis_points: number) => {
      const body = { base: 'NGN', quote: 'USD', basis_points, reason: 'A margin' };
      const { token } = await finance();
      return platform.post('business', 'admin.php?section=fx&action=set-spread', body, { token });
    };

    it('give less in both directions, previews too; limits and checkout use the live rate', async () => {
      const { NGN: _, ...others } = RATES;
      publish({ ...others, NGN: '1500' });
      await platform.runJobs();
      expect((await setSpread(200)).body).toMatchObject({ basis_points: 200, replaced: 0 });
      const preview = async (from: string, to: string, amount: number) =>
        (await convert({ from, to, amount })).body.converted_amount as number;
      expect(await preview('USD', 'NGN', 10)).toBe(14_700);
      expect(await preview('NGN', 'USD', 15_000)).toBe(9.8);
      expect(await preview('USD', 'GBP', 10)).toBe(8);
      const [from, to] = [await platform.signUp({ currency: 'USD' }), await platform.signUp()];
      await platform.fund(from, 'USD', '11.00');
      const transfer = { recipient: to.usertag, amount: 10, pin: from.pin };
      const sent = await platform.post('business', 'wallet.php?action=transfer', transfer, from);
      expect(sent.body.received_amount).toBe(14_700);
      const fx = platform.inside('business', FxService);
      expect((await fx.liveRate('USD', 'NGN')).toDecimal()).toBe('1500');
      expect((await setSpread(0)).body).toMatchObject({ replaced: 200 });
      expect(await preview('USD', 'NGN', 10)).toBe(15_000);
    });
  });

  describe('rates from other companies', () => {
    let companies: RateCompanies;
    const env = () => platform.config.env;
    const pull = async () => {
      platform.clock.advance({ minutes: 1 });
      return platform.inside('scheduler', PullRates).run();
    };
    const live = async (currency: Currency) =>
      (await platform.inside('business', FxService).pulledRates()).find(
        (rate) => rate.currency === currency,
      )!;
    const hour = (offset: number) =>
      new Date(Math.floor(platform.clock.now().getTime() / HOUR_MS + offset) * HOUR_MS);
    const { USD: _, ...PUBLISHED } = Object.fromEntries(
      Object.entries(RATES).map(([code, rate]) => [code, Number(rate)]),
    );

    beforeAll(async () => {
      companies = await RateCompanies.start();
      // Companies date their rates by the full hour, so that the minute at which the tests run would decide what is valid.
      platform.clock.advance({ ms: HOUR_MS - (platform.clock.now().getTime() % HOUR_MS) });
      Object.assign(env(), companies.env);
      // As the first rates of a new platform.
      await platform.sql('DELETE FROM fx_rates');
    });
    afterAll(async () => {
      env().FX_SOURCE = ['file'];
      await companies.stop();
      await platform.sql('DELETE FROM fx_rates');
      await platform.runJobs();
    });

    it('are taken from the first that answers, and what it does not give from the next', async () => {
      env().FX_SOURCE = ['frankfurter', 'openexchangerates', 'er-api'];
      const { NGN: _naira, ...others } = PUBLISHED;
      companies.openExchangeRates(hour(0), others);
      companies.erApi(hour(-3), { ...PUBLISHED, GBP: 0.81 });
      await pull();
      expect(await live('GBP')).toMatchObject({ source: 'openexchangerates', isStale: false });
      expect(await live('NGN')).toMatchObject({ source: 'er-api', isStale: false });
    });

    it('are daily ones valid until their next update and two hours', async () => {
      env().FX_SOURCE = ['er-api'];
      const asOf = hour(0);
      companies.erApi(asOf, { ...PUBLISHED, KES: 130 });
      platform.clock.advance({ hours: 25 });
      await pull();
      expect(await live('KES')).toMatchObject({ source: 'er-api', isStale: false });
      platform.clock.advance({ hours: 24, minutes: 30 });
      expect((await live('KES')).isStale).toBe(true);
    });

    it('are asked by the scheduler only', async () => {
      env().FX_SOURCE = ['er-api', 'file'];
      const before = companies.asked.length;
      await platform.inside('business', PullRates).run();
      expect(companies.asked).toHaveLength(before);
      expect((await live('KES')).source).toBe('file');
    });

    it('are served after a large move only where a second company confirms them', async () => {
      env().FX_SOURCE = ['openexchangerates', 'er-api'];
      companies.erApi(hour(-1), { ...PUBLISHED, NGN: 1500 });
      companies.openExchangeRates(hour(0), { ...PUBLISHED, NGN: 1700 });
      platform.clock.advance({ hours: 1 });
      await pull();
      expect((await live('NGN')).rate.toDecimal()).toBe('1500');
      const held = async () =>
        platform.sql<{ rate: number }>(
          `SELECT rate::int AS rate FROM fx_held_rates WHERE quote = 'NGN' AND ended_at IS NULL`,
        );
      expect(await held()).toEqual([{ rate: 1700 }]);
      await platform.inside('scheduler', RelayWorker).run();
      const notices = await platform.sql(
        `SELECT DISTINCT data FROM notifications WHERE type = 'fx.rate-held'`,
      );
      expect(notices).toEqual([
        { data: { currency: 'NGN', rate: '1700', in_force: '1500', source: 'openexchangerates' } },
      ]);

      platform.clock.advance({ hours: 24 });
      companies.erApi(hour(-1), { ...PUBLISHED, NGN: 1710 });
      companies.openExchangeRates(hour(0), { ...PUBLISHED, NGN: 1700 });
      await pull();
      expect(await live('NGN')).toMatchObject({ source: 'openexchangerates', isStale: false });
      expect((await live('NGN')).rate.toDecimal()).toBe('1700');
      expect(await held()).toEqual([]);
    });

    it('do not replace a newer rate if they answer what they answered before', async () => {
      const newest = await live('GBP');
      const rates = new Map([['GBP' as const, '0.5']]);
      const asOf = new Date(newest.asOf.getTime() - 60_000);
      const validUntil = new Date(newest.validUntil.getTime() + 60_000);
      const quote = { base: 'USD' as const, source: 'late', asOf, validUntil, rates };
      platform.clock.advance({ ms: 1 });
      await platform.inside('business', PulledRatesService).add(quote, platform.clock.now());
      expect(await live('GBP')).toEqual(newest);
    });
  });

  it('sending money there and back never gains', async () => {
    const [ngn, usd] = [await platform.signUp(), await platform.signUp({ currency: 'USD' })];
    await platform.fund(ngn, 'NGN', '100000.00');
    for (const amount of ['15.01', '1499.99', '2999.99', '31337.77']) {
      const there = await platform.post(
        ...([
          'business',
          'wallet.php?action=transfer',
          { recipient: usd.usertag, amount, pin: ngn.pin },
        ] as const),
        { token: ngn.token },
      );
      const received = there.body.received_amount as number;
      await platform.fund(usd, 'USD', '1.00'); // for the fee
      const back = await platform.post(
        ...([
          'business',
          'wallet.php?action=transfer',
          { recipient: ngn.usertag, amount: received, pin: usd.pin },
        ] as const),
        { token: usd.token },
      );
      expect(back.body.received_amount).toBeLessThanOrEqual(Number(amount));
    }
  });
});
