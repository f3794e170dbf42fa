import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { Line } from '../queue/breakable-line';

/** A redis-server that this file may flush, freeze and kill. */
class OwnRedis {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'payments-redis-'));

  constructor(private readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const args = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--dir', this.folder];
    this.process = spawn('redis-server', args, { stdio: 'ignore' });
    const client = new Redis(this.url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async flush(): Promise<void> {
    const client = new Redis(this.url);
    await client.flushall();
    client.disconnect();
  }

  freeze(): void {
    this.process!.kill('SIGSTOP');
  }

  thaw(): void {
    this.process!.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const ended = once(this.process!, 'exit');
    this.process!.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    if (this.process?.exitCode === null && this.process.signalCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// Where no redis-server is on PATH, TEST_REDIS_URL is not set either.
const whereRedisIs = process.env.TEST_REDIS_URL ? describe : describe.skip;

whereRedisIs('the loss of Redis', () => {
  let redis: OwnRedis;
  let line: Line;
  let platform: Platform;
  let merchant: TestMerchant;
  let payer: TestUser;
  let receiver: Receiver;

  beforeAll(async () => {
    redis = new OwnRedis(await freePort());
    await redis.start();
    line = await Line.to(redis.url);
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', REDIS_URL: line.url } });
    merchant = await platform.merchant();
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '5000.00');
    receiver = await platform.receiver();
    const body = { app_id: merchant.live.app_id, url: receiver.url };
    await platform.post('business', 'business.php?section=webhooks&action=create', body, {
      token: merchant.token,
    });
  });
  afterAll(async () => {
    redis.thaw();
    line.restore();
    await platform.stop();
    await line.close();
    await redis.remove();
  });

  /** Each host answers requests and counts them against their limits. `rate-limit.storage.spec.ts` tests the waiting. */
  async function everyHostAnswers(): Promise<void> {
    const asked = [
      () => platform.get('business', 'wallet.php?action=balance', { token: merchant.token }),
      () => platform.get('app', 'wallet.php?action=balance', { token: payer.token }),
      () => platform.get('checkout', 'sessions.php?action=list', { key: merchant.live.secret_key }),
      () => platform.get('sandbox', 'sessions.php?action=list', { key: merchant.test.secret_key }),
    ];
    for (const ask of asked) {
      const counted: { window: string; left: number }[] = [];
      for (let n = 0; n < 10; n++) {
        const { status, headers } = await ask();
        expect(status).toBe(200);
        const left = Number(headers.get('x-ratelimit-remaining'));
        counted.push({ window: headers.get('x-ratelimit-reset')!, left });
      }
      // The first two may still have been counted in Redis, or begin anew in the process. A new window may begin.
      for (const [n, { window, left }] of counted.entries()) {
        const before = counted[n - 1];
        if (n > 2 && before?.window === window) expect(left).toBe(before.left - 1);
      }
    }
  }

  /** A transfer's answer does not wait for Redis, and its webhook comes in any case. */
  async function transferIsNotified(): Promise<void> {
    const body = { recipient: merchant.usertag, amount: 1, pin: payer.pin };
    const answer = await platform.post('business', 'wallet.php?action=transfer', body, {
      token: payer.token,
    });
    expect(answer.status).toBe(200);
    await receiver.next(({ data }) => data.transaction_id === answer.body.transaction_id);
  }

  it('a webhook comes while Redis is there', transferIsNotified);

  it('a webhook comes after Redis was wiped', async () => {
    await redis.flush();
    await transferIsNotified();
  });

  it('a webhook comes while Redis hangs', async () => {
    redis.freeze();
    await transferIsNotified();
    redis.thaw();
    await transferIsNotified();
  });

  it('a webhook comes while no data reaches Redis any more', async () => {
    line.stall();
    await transferIsNotified();
    await everyHostAnswers();
    line.restore();
    await transferIsNotified();
  });

  it('a webhook comes while Redis is away, and when it is back', async () => {
    await redis.kill();
    await transferIsNotified();
    await everyHostAnswers();
    await redis.start();
    await transferIsNotified();
  });

  it('each webhook is sent once', () => {
    const ids = receiver.received.map(({ headers }) => headers['x-service-event-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(8);
  });
});
