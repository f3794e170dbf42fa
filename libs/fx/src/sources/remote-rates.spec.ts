import { Config } from '@app/config';
import { ManualClock } from '@app/kernel';
import { RateCompanies } from '../../../../test/support/rate-companies';
import { ErApiRates } from './er-api-rates.adapter';
import { FrankfurterRates } from './frankfurter-rates.adapter';
import { frankfurterValidUntil } from './frankfurter-validity.policy';
import { OpenExchangeRates } from './open-exchange-rates.adapter';
import { RatesHttpService } from './rates-http.service';

const AT = new Date('2026-11-20T09:00:00Z');

describe('Companies that publish exchange rates', () => {
  const clock = new ManualClock();
  const http = new RatesHttpService();
  let companies: RateCompanies;
  beforeAll(async () => (companies = await RateCompanies.start()));
  afterAll(async () => {
    await http.onApplicationShutdown();
    await companies.stop();
  });
  beforeEach(() => {
    clock.freeze(new Date('2026-11-20T09:10:00Z'));
    companies.asked.splice(0);
  });

  const config = () => Config.from(companies.env);
  const frankfurter = () => new FrankfurterRates(config(), http);
  const openExchangeRates = () => new OpenExchangeRates(config(), http, clock);
  const erApi = () => new ErApiRates(config(), http, clock);

  it('give the rates of our currencies, with the time at which they stood by them', async () => {
    const published = { NGN: 1500.123456, EUR: 0.9, XAU: 0.0004, GBP: 0 };
    const rates = [
      ['USD', '1'],
      ['NGN', '1500.123456'],
      ['EUR', '0.9'],
    ];
    companies.openExchangeRates(AT, published);
    companies.erApi(AT, published);
    const [hourly] = await openExchangeRates().latest();
    expect({ ...hourly, rates: [...hourly!.rates].sort() }).toEqual({
      base: 'USD',
      source: 'openexchangerates',
      asOf: AT,
      rates: [...rates].sort(),
    });
    const [daily] = await erApi().latest();
    expect(daily).toMatchObject({
      source: 'er-api',
      asOf: AT,
      validUntil: new Date('2026-11-21T11:00:00Z'),
    });
    expect(companies.asked).toEqual([`/api/latest.json?app_id=${RateCompanies.appId}`, '/v6/latest/USD']);
  });

  it('Frankfurter gives each currency its own date', async () => {
    companies.answer('frankfurter', {
      body: [
        { date: '2026-11-19', base: 'USD', quote: 'NGN', rate: 1500 },
        { date: '2026-11-20', base: 'USD', quote: 'EUR', rate: 0.9 },
      ],
    });
    const quotes = await frankfurter().latest();
    expect(quotes.map(({ asOf, rates }) => [asOf.toISOString(), rates.get('NGN'), rates.get('EUR')])).toEqual(
      [
        ['2026-11-19T00:00:00.000Z', '1500', undefined],
        ['2026-11-20T00:00:00.000Z', undefined, '0.9'],
      ],
    );
    expect(companies.asked).toEqual(['/v2/rates?base=USD&quotes=NGN,GBP,EUR,GHS,KES,ZAR,CAD']);
  });

  it('are not asked again before they publish anew', async () => {
    const [hourly, daily] = [openExchangeRates(), erApi()];
    companies.openExchangeRates(AT, { NGN: 1500 });
    companies.erApi(AT, { NGN: 1500 });
    const askAll = () => Promise.all([hourly.latest(), daily.latest()]);
    await askAll();
    clock.advance({ minutes: 49 });
    await askAll();
    expect(companies.asked).toHaveLength(2);
    clock.advance({ minutes: 2 });
    await askAll();
    expect(companies.asked).toHaveLength(3);
    clock.advance({ hours: 24 });
    await askAll();
    expect(companies.asked).toHaveLength(5);
  });

  it.each([
    ['no answer', 'drop' as const, /did not answer \(\w+\)/],
    ['an error', { status: 401, body: { error: true } }, /it answered 401/],
    ['an answer that is no JSON', { body: '<html>' }, /no such shape/],
    ['another base', { body: { timestamp: 1, base: 'EUR', rates: {} } }, /no such shape: base/],
    ['no rates', { body: { timestamp: 1, base: 'USD' } }, /no such shape: rates/],
  ])('fail with %s, and without the key in the error', async (_, answer, message) => {
    companies.answer('openexchangerates', answer);
    const failed = openExchangeRates().latest();
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow(RateCompanies.appId);
  });

  it.each([
    ['2026-11-18', '2026-11-19T17:00:00.000Z'],
    ['2026-11-20', '2026-11-23T17:00:00.000Z'],
    ['2026-11-21', '2026-11-23T17:00:00.000Z'],
  ])('have daily rates of %s that are valid until the next working day publishes', (date, until) =>
    expect(frankfurterValidUntil(date).toISOString()).toBe(until),
  );
});
