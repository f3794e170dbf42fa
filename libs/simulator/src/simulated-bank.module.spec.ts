import { Test } from '@nestjs/testing';
import { Config, ConfigModule } from '@app/config';
import { ManualClock } from '@app/kernel';
import { CardGatewaysModule, simulatorAccess } from '@app/gateways';
import { PaymentGateway, PaymentGatewaysService, WaitingCardsStore } from '@app/charges';
import { GatewayExchangesStore } from '@app/trail';
import { heldCards } from '../../../test/support/held-cards';
import { simulatorOptions } from './simulated-bank.module';

const production = {
  NODE_ENV: 'production',
  GATEWAY: 'flutterwave',
  FX_SOURCE: 'frankfurter',
  GATEWAY_ENCRYPTION_KEY: 'K'.repeat(24),
  WEBHOOK_ALLOW_PRIVATE: 'false',
  ...Object.fromEntries(
    ['BUSINESS', 'CHECKOUT', 'SANDBOX', 'APP'].map((host) => [`${host}_BASE_URL`, `https://${host}.example`]),
  ),
  ...Object.fromEntries(
    [
      'JWT_SECRET',
      'PIN_PEPPER',
      'KYC_PEPPER',
      'ENCRYPTION_KEY',
      'FINGERPRINT_KEY',
      'STATEMENT_SIGNING_KEY',
      'GATEWAY_EVENT_HASH',
      'METRICS_TOKEN',
    ].map((name) => [name, name.padEnd(40, 'x')]),
  ),
};

describe('The simulated bank of a configuration', () => {
  it('serves both modes with different keys where GATEWAY is the simulator', () => {
    const { tenants, faultsAllowed } = simulatorOptions(Config.from({}));
    expect(tenants.map(({ mode }) => mode).sort()).toEqual(['live', 'test']);
    expect(new Set(tenants.flatMap(({ secretKey, encryptionKey }) => [secretKey, encryptionKey])).size).toBe(
      4,
    );
    expect(faultsAllowed).toBe(true);
  });

  it('has neither live mode nor simulated failures in production', () => {
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

  it('sends events and buyers to the hosts of each mode, with addresses known only after start', () => {
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
  const started = async (
    environment: NodeJS.ProcessEnv,
    ...modes: Parameters<typeof CardGatewaysModule.for>
  ) => {
    const base = ConfigModule.with(Config.from(environment), new ManualClock());
    const testing = Test.createTestingModule({ imports: [base, CardGatewaysModule.for(...modes)] });
    testing.overrideProvider(WaitingCardsStore).useValue(heldCards());
    return testing.useMocker((name) => name === GatewayExchangesStore && { add: () => undefined }).compile();
  };

  it('provides the gateways of the requested modes only', async () => {
    const app = await started(
      { GATEWAY: 'flutterwave', GATEWAY_ENCRYPTION_KEY: 'K'.repeat(24) },
      'live',
      'test',
    );
    const gateways = app.get(PaymentGatewaysService);
    expect(gateways.gatewayOf('live')).toMatchObject({ name: 'flutterwave', publicKey: null });
    expect(gateways.gatewayOf('live').gateway).toBe(app.get(PaymentGateway));
    expect(gateways.gatewayOf('test').name).toBe('simulator');
    expect(gateways.gatewayOf('test').gateway).not.toBe(app.get(PaymentGateway));
    await app.close();

    const sandbox = await started({}, 'test');
    expect(() => sandbox.get(PaymentGatewaysService).gatewayOf('live')).toThrow('live');
    await sandbox.close();
  });

  it('refuses to start without the encryption key of a company, unless it serves test mode only', async () => {
    await expect(started({ GATEWAY: 'flutterwave' }, 'live')).rejects.toThrow('encryption key');
    await (await started({ GATEWAY: 'flutterwave' }, 'test')).close();
  });
});
