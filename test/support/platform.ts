import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ALL_PROOFS } from '@app/backoffice';
import { Config } from '@app/config';
import { poolOf } from '@app/database';
import { createApp } from '@app/http';
import { ManualClock } from '@app/kernel';
import { LedgerVerificationService, SealJournals } from '@app/ledger';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { AppApiModule } from '../../apps/app-api/src/app-api.module';
import { BusinessApiModule } from '../../apps/business-api/src/business-api.module';
import { CheckoutApiModule } from '../../apps/checkout-api/src/checkout-api.module';
import { SandboxApiModule } from '../../apps/sandbox-api/src/sandbox-api.module';
import { JobRunner } from '../../apps/scheduler/src/job-runner';
import { SchedulerModule } from '../../apps/scheduler/src/scheduler.module';
import { Timetable } from '../../apps/scheduler/src/timetable';
import { SessionCacheService } from '../../libs/accounts/src/sessions/session-cache.service';
import type { PostgresChannel } from '../../libs/queue/src/changes/postgres-channel';
import { AppAtFirstUse } from './app-at-first-use';
import { createTestDatabase, type TestDatabase } from './database';
import { checkAnswersOf } from './checked-answers';
import { type CallOptions, type HttpClient, httpClient } from './http-client';
import { People } from './people';
import { hashPasswordsQuickly } from './quick-passwords';
import { Receiver } from './receiver';
import { testRedisUrl } from './redis';

type ApiHost = 'business' | 'checkout' | 'sandbox' | 'app';

const MODULES = {
  sandbox: SandboxApiModule,
  business: BusinessApiModule,
  checkout: CheckoutApiModule,
  app: AppApiModule,
  scheduler: SchedulerModule,
} as const;

export type App = keyof typeof MODULES;
export const APPS = Object.keys(MODULES) as App[];
/** Apps that start at their first request, unless a test names the apps that it needs. */
const AT_FIRST_USE: readonly App[] = ['checkout', 'sandbox', 'app'];

export interface PlatformOptions {
  /**
   * The apps that start with the platform. By default the tests may use all five, of which three start at their first
   * request. Cards need the sandbox, which simulates the card company.
   */
  apps?: readonly App[];
  /** Environment in addition to the harness's own. */
  env?: Record<string, string>;
  /** Whether a second business-api process runs on the same database. Its URL is `secondBusinessUrl`. */
  secondBusiness?: boolean;
  /** Whether a second checkout-api process runs instead. Its URL is `secondCheckoutUrl`. */
  secondCheckout?: boolean;
  /** Whether the work queue runs on Redis; needs redis-server. */
  redis?: boolean;
}

/** The apps of the product over real HTTP, with a new database and a clock that the test moves. */
export class Platform {
  readonly people = new People(this);
  private readonly receivers: Receiver[] = [];
  private readonly closed = new Set<string>();
  /** Fulfilled when the owner's connection is free. */
  private lastQuery: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly config: Config,
    readonly clock: ManualClock,
    private readonly database: TestDatabase,
    private readonly owner: Client,
    private readonly apps: ReadonlyMap<App, NestFastifyApplication>,
    private readonly atFirstUse: ReadonlyMap<App, AppAtFirstUse>,
    private readonly second: NestFastifyApplication | null,
  ) {}

  static async start(options: PlatformOptions = {}): Promise<Platform> {
    hashPasswordsQuickly();
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    const config = Config.from({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '8',
      // A pause of the machine must not decide a test.
      DATABASE_TIMEOUT_SECONDS: '60',
      REDIS_URL: options.redis ? testRedisUrl() : '',
      CLOSES_DIR: mkdtempSync(path.join(os.tmpdir(), 'payments-closes-')),
      MAILS_DIR: mkdtempSync(path.join(os.tmpdir(), 'payments-mails-')),
      // Each test client sends an address of its own.
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...options.env,
    });
    const clock = new ManualClock();
    // An app that is not started must not be taken for one that happens to run on this machine.
    for (const host of Object.keys(config.urls) as ApiHost[]) config.urls[host] = `http://${host}.invalid`;
    const apps = new Map<App, NestFastifyApplication>();
    const atFirstUse = new Map<App, AppAtFirstUse>();
    for (const host of options.apps ? [] : AT_FIRST_USE) {
      const port = await AppAtFirstUse.listen(async () => {
        const app = await createApp(MODULES[host].with(config, clock), host, config);
        apps.set(host, app);
        return app;
      });
      atFirstUse.set(host, port);
      config.urls[host as ApiHost] = port.url;
      checkAnswersOf(host, port.url);
    }
    for (const host of APPS.filter((app) => !atFirstUse.has(app) && (options.apps ?? APPS).includes(app))) {
      const app = await createApp(MODULES[host].with(config, clock), host, config);
      if (host === 'scheduler') await skipFirstTurns(app, owner);
      await app.listen(0, '127.0.0.1');
      apps.set(host, app);
      if (host !== 'scheduler') config.urls[host] = await app.getUrl();
      checkAnswersOf(host, await app.getUrl());
    }
    const twice = options.secondBusiness ? 'business' : options.secondCheckout ? 'checkout' : null;
    const second = twice ? await listening(MODULES[twice].with(config, clock), twice, config) : null;
    if (twice && second) checkAnswersOf(twice, await second.getUrl());
    const platform = new Platform(config, clock, database, owner, apps, atFirstUse, second);
    if (apps.has('scheduler')) await platform.runJobs();
    return platform;
  }

  get urls(): Record<ApiHost, string> {
    return this.config.urls;
  }

  async secondBusinessUrl(): Promise<string> {
    if (!this.second) throw new Error('start the platform with secondBusiness');
    return this.second.getUrl();
  }

  async secondCheckoutUrl(): Promise<string> {
    if (!this.second) throw new Error('start the platform with secondCheckout');
    return this.second.getUrl();
  }

  readonly post: HttpClient = (host, path, body, options) =>
    httpClient('POST', `${this.baseOf(host)}/api/${path}`, body, options);

  readonly delete: HttpClient = (host, path, body, options) =>
    httpClient('DELETE', `${this.baseOf(host)}/api/${path}`, body, options);

  get(host: ApiHost | string, path: string, options?: Parameters<HttpClient>[3]): ReturnType<HttpClient> {
    return httpClient('GET', `${this.baseOf(host)}/api/${path}`, undefined, options);
  }

  /** Returns a provider of the app's container, for what HTTP does not show. */
  inside<T>(host: App, token: new (...args: never[]) => T): T {
    return this.app(host).get(token, { strict: false });
  }

  /** Waits until every app has processed the changes of callers so far. */
  async sessionChangesProcessed(): Promise<void> {
    for (const app of [...this.apps.values(), ...(this.second ? [this.second] : [])]) {
      const { changes } = app.get(SessionCacheService, { strict: false }) as unknown as {
        changes: { moment: number | null; channel: PostgresChannel };
      };
      // Earlier notifications arrive before this response.
      if (changes.moment !== null) await changes.channel.query('SELECT 1', []);
    }
  }

  /** Runs everything that is due now. */
  runJobs(): Promise<void> {
    return this.inside('scheduler', JobRunner).runAll();
  }

  /** Stops the timers of jobs, so that only the test runs them. */
  holdJobs(): Promise<void> {
    return this.inside('scheduler', JobRunner).onModuleDestroy();
  }

  signUp: People['signUp'] = (fields) => this.people.signUp(fields);
  merchant: People['merchant'] = (fields) => this.people.merchant(fields);
  staff: People['staff'] = (role) => this.people.staff(role);
  fund: People['fund'] = (user, currency, amount) => this.people.fund(user, currency, amount);

  /** What can be spent in a wallet, the primary one unless a currency is named; null where there is none. */
  async balanceOf(
    { token, key }: Pick<CallOptions, 'token' | 'key'>,
    currency?: string,
  ): Promise<string | null> {
    const path = `wallet.php?action=balance${currency ? `&currency=${currency}` : ''}`;
    const { status, body } = await this.get('business', path, { token, key });
    if (status !== 200 && status !== 404) throw new Error(`balance: ${status}`);
    return status === 404 ? null : (body as { balance: string }).balance;
  }

  /** A real HTTP server that receives webhooks. */
  async receiver(): Promise<Receiver> {
    const receiver = await Receiver.start();
    this.receivers.push(receiver);
    return receiver;
  }

  /** Queries the database as its owner, one query after the other on one connection. */
  async sql<Row extends object = Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const result = this.lastQuery.then(() => this.owner.query<Row>(text, values));
    this.lastQuery = result.catch(() => undefined);
    return (await result).rows;
  }

  /** Seals all journals, and waits for other transactions on the server. */
  async sealJournals(): Promise<void> {
    for (;;) {
      await this.ledger(SealJournals).run();
      const [row] = await this.sql<{ unsealed: string }>(
        'SELECT (SELECT count(*) FROM ledger.journals) - (SELECT count(*) FROM ledger.seals) AS unsealed',
      );
      if (row!.unsealed === '0') return;
      await pause(10);
    }
  }

  /** Throws with all faults if the verification of the ledger finds any. */
  async verifyBooks(): Promise<void> {
    await this.ledger(SealJournals).run();
    const pool = poolOf(this.ledger(DataSource));
    const { faults } = await LedgerVerificationService.of(pool, this.config, ALL_PROOFS).verify();
    if (faults.length > 0)
      throw new Error(faults.map(({ check, row, detail }) => `${check}: ${row}: ${detail}`).join('\n'));
  }

  /** Closes one app as SIGTERM would; a second time it does nothing. */
  async close(host: App): Promise<void> {
    if (this.closed.has(host)) return;
    this.closed.add(host);
    await (this.atFirstUse.get(host) ?? this.app(host)).close();
  }

  async stop(): Promise<void> {
    await this.second?.close();
    for (const host of APPS.toReversed()) {
      if (this.apps.has(host) || this.atFirstUse.has(host)) await this.close(host);
    }
    await Promise.all(this.receivers.map((receiver) => receiver.stop()));
    await this.owner.end();
    await this.database.drop();
    for (const folder of [this.config.env.CLOSES_DIR, this.config.env.MAILS_DIR])
      rmSync(folder, { recursive: true, force: true });
  }

  /** Stops the platform, even if the ledger has faults. */
  async proveAndStop(): Promise<void> {
    try {
      await this.verifyBooks();
    } finally {
      await this.stop();
    }
  }

  private app(host: App): NestFastifyApplication {
    const app = this.apps.get(host);
    if (!app) throw new Error(`send ${host} a request first, or start the platform with it`);
    return app;
  }

  /** A provider of the ledger, which each app has. */
  private ledger<T>(token: new (...args: never[]) => T): T {
    return this.inside(
      APPS.findLast((app) => this.apps.has(app))!,
      token,
    );
  }

  private baseOf(host: ApiHost | string): string {
    return host in this.urls ? this.urls[host as ApiHost] : host;
  }
}

export const startPlatform = (options?: PlatformOptions): Promise<Platform> => Platform.start(options);

async function listening(module: Parameters<typeof createApp>[0], host: App, config: Config) {
  const app = await createApp(module, host, config);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** Records that every job has just run, so that the scheduler does not run all at once when the platform runs them. */
async function skipFirstTurns(scheduler: NestFastifyApplication, owner: Client): Promise<void> {
  const { jobs } = scheduler.get(Timetable, { strict: false });
  await owner.query(
    `INSERT INTO scheduled_jobs (name, every_seconds, started_at, runs)
     SELECT *, clock_timestamp(), 1 FROM unnest($1::text[], $2::int[])`,
    [jobs.map(({ name }) => name), jobs.map(({ everySeconds }) => everySeconds)],
  );
}
