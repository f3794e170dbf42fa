import { BusinessApiModule } from '../../apps/business-api/src/business-api.module';
import { Config } from '@app/config';
import { createApp } from '@app/http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { TestMerchant } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';
import { SeveringProxy } from '../support/severing-proxy';

describe('a connection to the database that goes silent', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let proxy: SeveringProxy;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    platform = await startPlatform({ env: { DATABASE_TIMEOUT_SECONDS: '5' } });
    merchant = await platform.merchant();
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    const config = new Config({ ...platform.config.env, DATABASE_URL: proxy.url });
    Object.assign(config.urls, platform.urls);
    app = await createApp(BusinessApiModule.with(config, platform.clock), 'business', config);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app?.close();
    await proxy?.close();
    await platform?.proveAndStop();
  });

  const balance = (headers: Record<string, string>) =>
    app.inject({ method: 'GET', url: '/api/wallet.php?action=balance', headers });

  it.each([
    ['api_key_callers', () => ({ 'x-api-key': merchant.live.secret_key })],
    ['session_callers', () => ({ authorization: `Bearer ${merchant.token}` })],
  ])(
    'holds those who wait behind it up for seconds, not until the network gives it up (%s)',
    async (query, who) => {
      expect((await balance(who())).statusCode).toBe(200);
      proxy.arm(1, 'silence', query);
      const [first, ...others] = [balance(who()), balance(who()), balance(who())];
      expect((await first).statusCode).toBe(503);
      expect((await first).json()).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE', retry_after: 2 });
      for (const other of others) expect([200, 503]).toContain((await other).statusCode);
      expect((await balance(who())).statusCode).toBe(200);
      proxy.disarm();
    },
  );
});
