import { randomUUID } from 'node:crypto';
import { createApp } from '@app/http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CheckoutApiModule } from '../../../apps/checkout-api/src/checkout-api.module';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from './cards';

const ROUNDS = 20;

let platform: Platform;
let second: NestFastifyApplication;
let hosts: string[];
let shop: Shop;
let buyers: TestUser[];

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  second = await createApp(
    CheckoutApiModule.with(platform.config, platform.clock),
    'checkout',
    platform.config,
  );
  await second.listen(0, '127.0.0.1');
  hosts = [platform.urls.checkout, await second.getUrl()];
  shop = new Shop(platform, 'checkout', (await platform.merchant()).live.secret_key);
  buyers = await Promise.all(Array.from({ length: 4 }, () => platform.signUp()));
  for (const buyer of buyers) await platform.fund(buyer, 'NGN', '100000.00');
});

afterAll(async () => {
  await second?.close();
  await platform?.proveAndStop();
});

function pay(
  n: number,
  { token, pin }: TestUser,
  session_id: string,
  idempotencyKey?: string,
): Promise<HttpAnswer> {
  const path = 'sessions.php?action=pay-wallet';
  return platform.post(hosts[n % hosts.length]!, path, { session_id, pin }, { token, idempotencyKey });
}

const named = ({ status, body }: HttpAnswer) => (status === 200 ? '200' : `${status} ${body.error_code}`);
const journalsOf = (session_id: string) =>
  platform.sql('SELECT id FROM ledger.journals WHERE related_id = $1', [session_id]);

describe.each([
  ['that is paid out', false],
  ['held in escrow', true],
])('a session %s, paid from wallets on two hosts at once', (_says, escrow) => {
  it(`is paid by one of several buyers, ${ROUNDS} times over`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { session_id } = await shop.open({ amount: 10, escrow });
      const answers = await Promise.all(buyers.map((buyer, n) => pay(n, buyer, session_id)));
      const lost = Array.from({ length: buyers.length - 1 }, () => '409 INVALID_STATE');
      expect(answers.map(named).sort()).toEqual(['200', ...lost]);
      expect(await journalsOf(session_id)).toHaveLength(1);
    }
  });

  it(`is paid once under one key, and each request gets the same answer, ${ROUNDS} times over`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { session_id } = await shop.open({ amount: 10, escrow });
      const key = randomUUID();
      const answers = await Promise.all([0, 1, 2, 3].map((n) => pay(n, buyers[0]!, session_id, key)));
      expect(answers.map(named)).toEqual(['200', '200', '200', '200']);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await journalsOf(session_id)).toHaveLength(1);
    }
  });
});
