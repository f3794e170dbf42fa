import { changesOf, settingsOf } from './app.view';

describe("an app's settings", () => {
  it('are open where nothing is said', () => {
    expect(settingsOf({ app_name: 'Shop' })).toEqual({
      name: 'Shop',
      scopes: null,
      allowedIps: [],
      allowedOrigins: [],
      rateLimitPerMin: null,
      successUrl: null,
      cancelUrl: null,
    });
  });

  it.each([null, []])('are as open for %j as for nothing', (nothing) => {
    const fields = {
      app_name: 'Shop',
      scopes: nothing,
      allowed_ips: nothing,
      allowed_origins: nothing,
      rate_limit_per_min: null,
    };
    expect(settingsOf(fields)).toEqual(settingsOf({ app_name: 'Shop' }));
  });

  it('keep each entry once, and origins in the form that browsers send', () => {
    const settings = settingsOf({
      app_name: 'Shop',
      scopes: ['wallet:read', 'wallet:read'],
      allowed_ips: ['192.0.2.1', '192.0.2.1'],
      allowed_origins: ['https://Shop.example/', 'https://shop.example:443'],
    });
    expect(settings).toMatchObject({
      scopes: ['wallet:read'],
      allowedIps: ['192.0.2.1'],
      allowedOrigins: ['https://shop.example'],
    });
  });
});

describe("changes to an app's settings", () => {
  it('leave alone what they do not name', () => {
    expect(changesOf({ app_id: 'a' })).toEqual({});
    expect(changesOf({ app_id: 'a', rate_limit_per_min: 5 })).toEqual({ rateLimitPerMin: 5 });
  });

  it('take away what they name as null', () => {
    const changes = changesOf({
      app_id: 'a',
      scopes: null,
      allowed_ips: null,
      rate_limit_per_min: null,
    });
    expect(changes).toEqual({ scopes: null, allowedIps: [], rateLimitPerMin: null });
  });
});
