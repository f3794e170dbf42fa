import { simulatedPayPalAccess, simulatorAccess } from '@app/gateways';
import { RateLimitStorage } from '@app/http';
import { type Platform, startPlatform } from '../../support/platform';

const MALFORMED = '{"a":';
const GATEWAY = 'simulator/gateway/v3';
const PAYPAL = 'simulator/paypal/v1';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ apps: ['sandbox'] });
  platform.clock.freeze();
});
afterAll(() => platform?.stop());

async function send(path: string, authorization = '', body?: string): Promise<[number, string | null]> {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${platform.urls.sandbox}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    body,
  });
  await answer.text();
  return [answer.status, answer.headers.get('x-ratelimit-remaining')];
}

describe('Requests to the simulated payment provider', () => {
  const secret = () => `Bearer ${simulatorAccess(platform.config, 'test').secretKey}`;

  it('count by the address of strangers, and not those of the own servers', async () => {
    const [status, remaining] = await send(`${GATEWAY}/balances/NGN`);
    expect(status).toBe(401);
    expect(Number(remaining)).toBeLessThan(300);
    expect((await send(`${GATEWAY}/balances/NGN`, 'Bearer guessed'))[1]).toBe(String(Number(remaining) - 1));
    expect(await send(`${GATEWAY}/balances/NGN`, secret())).toEqual([200, null]);
    expect((await send(`${GATEWAY}/balances/NGN`))[1]).toBe(String(Number(remaining) - 2));
  });

  it('are refused beyond the limit before their body is read, on every route, and only those of strangers', async () => {
    const limits = platform.inside('sandbox', RateLimitStorage as never) as RateLimitStorage;
    for (let n = 0; n <= 300; n++) await limits.increment('general 127.0.0.1', 60_000, 300);
    for (const path of [
      `${GATEWAY}/charges`,
      `${GATEWAY}/transfers`,
      `${GATEWAY}/bvn/verifications`,
      'simulator/gateway/faults',
      'simulator/extwallet/v1/orders',
      `${PAYPAL}/oauth2/token`,
      'simulator/nothing',
    ])
      expect([path, (await send(path, '', MALFORMED))[0]]).toEqual([path, 429]);
    expect((await send('simulator/extwallet/certificate'))[0]).toBe(429);
    expect((await send(`${GATEWAY}/charges`, secret(), MALFORMED))[0]).not.toBe(429);
    const { clientId, clientSecret } = simulatedPayPalAccess(platform.config);
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    expect((await send(`${PAYPAL}/oauth2/token`, basic, '{}'))[0]).not.toBe(429);
  });
});
