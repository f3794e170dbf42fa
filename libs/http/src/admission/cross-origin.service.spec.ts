import type { Config, HostName } from '@app/config';
import type { FastifyReply } from 'fastify';
import type { ActionRegistry } from '../wire/action-registry';
import type { WireRequest } from '../wire/request';
import { CrossOriginService } from './cross-origin.service';

const LOCAL = 'http://localhost:5173';
const WEB = 'https://app.example';
const BUSINESS = 'https://business.example';

/** The origin that the response of a host to a page of `origin` allows. */
function allowedOn(host: HostName, origins: string[], isProduction: boolean, origin: string): unknown {
  const urls = { business: `${BUSINESS}/` };
  const config = { env: { WEB_ORIGINS: origins }, isProduction, urls } as unknown as Config;
  const service = new CrossOriginService(config, {} as ActionRegistry, host);
  const shown: Record<string, unknown> = {};
  const reply = {
    header: (name: string, value: unknown) => (shown[name] = value),
    headers: (given: object) => Object.assign(shown, given),
    removeHeader: (name: string) => delete shown[name],
  };
  const policy = { summary: '', credentials: ['session'] };
  const request = { url: '/api/wallet.php/balance', headers: { origin }, caller: {}, policy };
  service.allow(request as unknown as WireRequest, reply as unknown as FastifyReply);
  return shown['access-control-allow-origin'];
}

describe.each(['business', 'checkout', 'sandbox', 'app'] as const)('The %s host', (host) => {
  it.each([
    ['pages of WEB_ORIGINS in production', [WEB], true, WEB, WEB],
    ['no other pages in production', [WEB], true, LOCAL, undefined],
    ['no pages in production without WEB_ORIGINS', [], true, LOCAL, undefined],
    ['pages of WEB_ORIGINS in development', [WEB], false, WEB, WEB],
    ['no pages of the machine where WEB_ORIGINS is set', [WEB], false, LOCAL, undefined],
    ['pages of the machine where WEB_ORIGINS is not set', [], false, LOCAL, LOCAL],
    ['no other pages where WEB_ORIGINS is not set', [], false, WEB, undefined],
  ])('allows %s', (_, origins, isProduction, origin, allowed) =>
    expect(allowedOn(host, origins, isProduction, origin)).toBe(allowed),
  );
});

it.each([
  ['sandbox', BUSINESS],
  ['checkout', undefined],
  ['app', undefined],
] as const)('The %s host allows pages of the console: %s', (host, allowed) =>
  expect(allowedOn(host, [], true, BUSINESS)).toBe(allowed),
);

it('The scheduler allows no pages of other origins', () =>
  expect(allowedOn('scheduler', [WEB], false, WEB)).toBeUndefined());
