import { Config } from '@app/config';
import { ManualClock } from '@app/kernel';
import { CardGatewaysModule } from './card-gateways.module';
import { CardGateway, CardGateways } from './port';
import { simulatorOptions } from './simulated-bank.module';
import { simulatorAccess } from './simulator-access';

const production = {
  NODE_ENV: 'production',
  GATEWAY: 'flutterwave',
  GATEWAY_ENCRYPTION_KEY: 'K'.repeat(24),
  WEBHOOK_ALLOW_PRIVATE: 'false',
  ...Object.fromEntries(
    ['BUSINESS', 'CHECKOUT', 'SANDBOX', 'APP'].map((host) => [`${host}_BASE_URL`, `https://${host}.example`]),
  ),
  ...Object.fromEntries(
    ['JWT_SECRET', 'PIN_PEPPER', 'ENCRYPTION_KEY', 'FINGERPRINT_KEY', 'GATEWAY_EVENT_HASH'].map((name) => [
      name,
      name.padEnd(40, 'x'),
    ]),
  ),
};

describe('the simulated bank of a configuration', () => {
  it('knows both modes where GATEWAY is the simulator, with different keys', () => {
    const { tenants, faultsAllowed } = simulatorOptions(Config.from({}));
    expect(tenants.map(({ mode }) => mode).sort()).toEqual(['live', 'test']);
    expect(new Set(tenants.flatMap(({ secretKey, encryptionKey }) => [secretKey, encryptionKey])).size).toBe(
      4,
    );
    expect(faultsAllowed).toBe(true);
  });

  it('has neither a live side nor fault switches in production', () => {
    const { tenants, faultsAllowed } = simulatorOptions(Config.from(production));
    expect(tenants.map(({ mode }) => mode)).toEqual(['test']);
    expect(faultsAllowed).toBe(false);
  });

  it('derives its keys from the encryption key alone', () => {
    const keysOf = (config: Config) => {
      const { secretKey, encryptionKey } = simulatorAccess(config, 'test');
      return { secretKey, encryptionKey };
    };
    expect(keysOf(Config.from({ SANDBOX_PORT: '9' }))).toEqual(keysOf(Config.from({})));
    expect(keysOf(Config.from(production)).secretKey).not.toBe(keysOf(Config.from({})).secretKey);
    expect(keysOf(Config.from({})).encryptionKey).toHaveLength(24);
  });

  it('sends events and buyers to the hosts of each mode, as they are known by then', () => {
    const config = Config.from({});
    const { tenants } = simulatorOptions(config);
    Object.assign(config.urls, { business: 'http://b', checkout: 'http://c', sandbox: 'http://s' });
    const addresses = tenants.map(({ mode, webhookUrl, challengeBaseUrl }) => [
      mode,
      webhookUrl(),
      challengeBaseUrl(),
    ]);
    expect(addresses.sort()).toEqual([
      ['live', 'http://b/api/gateway-events.php', 'http://c'],
      ['test', 'http://s/api/gateway-events.php', 'http://s'],
    ]);
  });
});

describe('CardGatewaysModule', () => {
  const gatewaysOf = (
    environment: NodeJS.ProcessEnv,
    ...modes: Parameters<typeof CardGatewaysModule.for>
  ) => {
    const { providers = [] } = CardGatewaysModule.for(...modes);
    const factoryOf = (token: unknown) =>
      (providers as { provide: unknown; useFactory: (...dependencies: unknown[]) => unknown }[]).find(
        ({ provide }) => provide === token,
      )!.useFactory;
    const gateways = factoryOf(CardGateways)(Config.from(environment), new ManualClock()) as CardGateways;
    return { gateways, first: factoryOf(CardGateway)(gateways) as CardGateway };
  };

  it('gives the gateway of each mode asked for, and of no other', () => {
    const { gateways, first } = gatewaysOf({}, 'live', 'test');
    expect(gateways.of('live')).toBe(first);
    expect(gateways.of('test')).not.toBe(first);
    expect(() => gatewaysOf({}, 'test').gateways.of('live')).toThrow('no card gateway for live mode');
  });

  it('refuses to start with a company whose encryption key is not set', () => {
    expect(() => gatewaysOf({ GATEWAY: 'flutterwave' }, 'live')).toThrow('encryption key');
    expect(() => gatewaysOf({ GATEWAY: 'flutterwave' }, 'test')).not.toThrow();
  });
});
