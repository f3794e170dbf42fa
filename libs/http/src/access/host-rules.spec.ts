import { Config } from '@app/config';
import { keyRefusedOn } from './host-rules';

const config = Config.from({});

describe('Keys accepted by each host', () => {
  it.each([
    ['business', 'live', 'POST', undefined],
    ['business', 'test', 'GET', undefined],
    ['business', 'test', 'POST', 'TEST_KEY_FORBIDDEN'],
    ['business', 'test', 'DELETE', 'TEST_KEY_FORBIDDEN'],
    ['checkout', 'live', 'POST', undefined],
    ['checkout', 'test', 'GET', 'TEST_KEY_FORBIDDEN'],
    ['sandbox', 'test', 'POST', undefined],
    ['sandbox', 'live', 'GET', 'LIVE_KEY_FORBIDDEN'],
    ['app', 'live', 'GET', 'SESSION_REQUIRED'],
    ['app', 'test', 'GET', 'SESSION_REQUIRED'],
  ] as const)('%s takes a %s key for %s: %s', (host, mode, method, code) =>
    expect(keyRefusedOn(host, mode, method, config)?.code).toBe(code),
  );

  it.each([
    ['business', 'test', 'sandbox'],
    ['checkout', 'test', 'sandbox'],
    ['sandbox', 'live', 'checkout'],
    ['app', 'live', 'business'],
  ] as const)('%s refuses a %s key with the address of the %s host', (host, mode, named) =>
    expect(keyRefusedOn(host, mode, 'POST', config)?.message).toContain(config.urls[named]),
  );
});
