import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '@app/config';
import { PaymentGatewaysService } from '@app/charges';
import { CardGatewaysModule, simulatorAccess } from '@app/gateways';
import { SimulatedBankModule } from '@app/simulator';
import { GatewayExchangesModule } from '@app/trail';
import { ActivityLog, createApp, foundation, PinVerifier, RequestLog, VerifiedTokenCache } from '@app/http';
import { CARDS } from '../../support/test-cards';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { chargeOf } from './gateway-stack';

/** Stands in for the contexts that own credentials: none of these routes asks for any. */
@Global()
@Module({
  providers: [
    { provide: PinVerifier, useValue: {} },
    { provide: VerifiedTokenCache, useValue: {} },
    { provide: ActivityLog, useValue: {} },
    { provide: RequestLog, useValue: { add: () => undefined } },
  ],
  exports: [PinVerifier, VerifiedTokenCache, ActivityLog, RequestLog],
})
class NoCredentials {}

describe("the simulator behind the platform's own request guard", () => {
  let testDatabase: TestDatabase;
  let config: Config;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    config = Config.from({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: testDatabase.url });
    const host: DynamicModule = {
      module: class SandboxHost {},
      imports: [
        ...foundation('sandbox', config),
        NoCredentials,
        GatewayExchangesModule,
        CardGatewaysModule.for('live', 'test'),
        SimulatedBankModule.whole(),
      ],
    };
    app = await createApp(host, 'sandbox', config);
    await app.listen(0, '127.0.0.1');
    config.urls.sandbox = config.urls.checkout = await app.getUrl();
  });

  afterAll(async () => {
    await app?.close();
    await testDatabase?.drop();
  });

  it.each(['live', 'test'] as const)(
    'charges in %s mode, with the keys of the configuration',
    async (mode) => {
      const { gateway } = app.get(PaymentGatewaysService).gatewayOf(mode);
      const request = chargeOf(CARDS.approved);
      expect(await gateway.charge(request)).toMatchObject({ kind: 'successful' });
      expect(await gateway.transactionByRef(request.txRef)).toMatchObject({ status: 'successful' });
      const other = app.get(PaymentGatewaysService).gatewayOf(mode === 'live' ? 'test' : 'live').gateway;
      expect(await other.transactionByRef(request.txRef)).toBeNull();
    },
  );

  it('takes the answer of the challenge form', async () => {
    const request = chargeOf(CARDS.challenge);
    const { gateway } = app.get(PaymentGatewaysService).gatewayOf('live');
    const { redirectUrl } = await gateway.charge(request);
    const page = await fetch(redirectUrl!);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const body = new URLSearchParams({ decision: 'approve' });
    expect((await fetch(redirectUrl!, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
    expect(await gateway.transactionByRef(request.txRef)).toMatchObject({ status: 'successful' });
  });

  it("answers in the gateway's envelope, not in ours", async () => {
    const url = `${config.urls.sandbox}/simulator/gateway/v3/transactions/1/verify`;
    expect(await (await fetch(url)).json()).toEqual({
      status: 'error',
      message: 'Invalid authorization key',
      data: null,
    });
    const { secretKey } = simulatorAccess(config, 'test');
    const missing = await fetch(url, { headers: { authorization: `Bearer ${secretKey}` } });
    expect([missing.status, await missing.json()]).toMatchObject([404, { status: 'error', data: null }]);
  });

  it('is not held to the limit of one address, from which all of our servers call it', async () => {
    const { gateway } = app.get(PaymentGatewaysService).gatewayOf('test');
    const request = chargeOf(CARDS.approved);
    await gateway.charge(request);
    const statuses = new Set<string | undefined>();
    // More than the limit's 300, in portions that no pool has to make wait.
    for (let asked = 0; asked < 350; asked += 10) {
      const questions = Array.from({ length: 10 }, () => gateway.transactionByRef(request.txRef));
      for (const answer of await Promise.all(questions)) statuses.add(answer?.status);
    }
    expect(statuses).toEqual(new Set(['successful']));
  });
});
