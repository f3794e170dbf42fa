import { Config } from '@app/config';
import type { RateLimitStorage } from '@app/http';
import { PhoneLimitsService } from './phone-limits.service';

/** Counts as the storage of one process does, within one window. */
function limitsOf(env: Record<string, string> = {}): PhoneLimitsService {
  const hits = new Map<string, number>();
  const increment = (key: string, _: number, limit: number) => {
    const totalHits = (hits.get(key) ?? 0) + 1;
    hits.set(key, totalHits);
    return Promise.resolve({ totalHits, isBlocked: totalHits > limit, timeToBlockExpire: 60 });
  };
  return new PhoneLimitsService({ increment } as unknown as RateLimitStorage, Config.from(env));
}

const numberOf = (i: number) => `+2348031${String(i).padStart(6, '0')}`;
const codeOf = (error: unknown) => (error as { code: string }).code;

/** How many of `total` codes are allowed; each asks as `of` says. */
async function allowed(
  limits: PhoneLimitsService,
  total: number,
  of: (i: number) => [user: string, phone: string, ip: string],
) {
  const codes: string[] = [];
  for (let i = 0; i < total; i++) codes.push(await limits.count(...of(i)).then(() => 'OK', codeOf));
  const [ok, rest] = [codes.filter((code) => code === 'OK').length, new Set(codes.slice())];
  rest.delete('OK');
  return { ok, refusals: [...rest] };
}

describe('Limits of text messages', () => {
  it.each([
    ['of an account', 10, (i: number) => ['ada', numberOf(i * 100), `10.0.0.${i}`] as const],
    ['of a number', 5, (i: number) => [`user-${i}`, numberOf(0), `10.0.0.${i}`] as const],
    ['of a block of numbers', 25, (i: number) => [`user-${i}`, numberOf(i), `10.0.0.${i}`] as const],
    ['of a client address', 20, (i: number) => [`user-${i}`, numberOf(i * 100), '10.0.0.1'] as const],
    [
      'of a country',
      7,
      (i: number) => [`user-${i}`, numberOf(i * 100), `10.0.0.${i}`] as const,
      { SMS_COUNTRY_DAILY_LIMIT: '7' },
    ],
  ])('count the codes %s', async (_, limit, of, env: Record<string, string> = {}) => {
    const result = await allowed(limitsOf(env), limit + 3, (i) => [...of(i)]);
    expect(result).toEqual({ ok: limit, refusals: ['RATE_LIMITED'] });
  });

  it.each([
    ['a mobile number', '+2348031234567', true],
    ['a landline', '+23412345678', false],
    ['a premium number', '+23470012345', false],
    ['a country that is not served', '+37251234567', false],
    ['a satellite network', '+881612345678', false],
    ['a number of no form', '+2348', false],
  ])('%s: %s gets a code: %s', async (_, phone, isServed) => {
    const outcome = await limitsOf()
      .count('ada', phone, '10.0.0.1')
      .then(() => 'OK', codeOf);
    expect(outcome).toBe(isServed ? 'OK' : 'VALIDATION_ERROR');
    expect(await limitsOf().allows('ada', phone, '10.0.0.1')).toBe(isServed);
  });

  it('serve the countries of the configuration', async () => {
    const limits = limitsOf({ SMS_COUNTRIES: 'ee' });
    expect(await limits.allows('ada', '+37251234567', '10.0.0.1')).toBe(true);
    expect(await limits.allows('ada', '+2348031234567', '10.0.0.1')).toBe(false);
  });
});
