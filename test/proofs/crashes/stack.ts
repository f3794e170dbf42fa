import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../../../scripts/lib/database.mjs';
import { DATA } from '../../../scripts/lib/paths.mjs';
import { removeLeftoverCluster, startPostgres } from '../../../scripts/lib/pg.mjs';
import { isAlive, readRecord, stopRemembered, writeRecord } from '../../../scripts/lib/processes.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { findRedis, startRedis } from '../../../scripts/lib/redis.mjs';
import { Client } from 'pg';
import { isRunning } from '../../support/clone';
import { appEnvironment, type AppName, AppProcess } from '../support/app-process';

const HOSTS = {
  business: 'business-api',
  checkout: 'checkout-api',
  sandbox: 'sandbox-api',
  app: 'app-api',
} as const satisfies Record<string, AppName>;
export type Host = keyof typeof HOSTS;
export type Victim = AppName | 'postgres' | 'redis';

type Server = Awaited<ReturnType<typeof startPostgres>> | Awaited<ReturnType<typeof startRedis>>;

/** The whole product as separate processes that can be killed: its own servers, and five apps on free ports. */
export class Stack {
  readonly urls = {} as Record<Host, string>;
  readonly apps = new Map<AppName, AppProcess>();
  /** Milliseconds that all apps needed to start before any kill. */
  startMs = NaN;
  /** Every process that was started. */
  private readonly pids = new Set<number>();
  private readonly owner = path.join(DATA, `crash-${process.pid}.owner.json`);

  private constructor(
    private postgres: Awaited<ReturnType<typeof startPostgres>>,
    private redis: Awaited<ReturnType<typeof startRedis>> | undefined,
  ) {}

  static async start(): Promise<Stack> {
    await sweep();
    const name = `crash-${process.pid}`;
    writeRecord(path.join(DATA, `${name}.owner.json`), process.pid);
    const program = findRedis();
    const stack = new Stack(
      await startPostgres(`${name}.pg`, { shared_buffers: '256MB' }),
      program ? await startRedis(program, `${name}.redis`) : undefined,
    );
    try {
      await stack.boot();
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  get victims(): Victim[] {
    return [...this.apps.keys(), 'postgres', ...(this.redis ? (['redis'] as const) : [])];
  }

  private get databaseUrl(): string {
    return this.postgres.url('payments');
  }

  /** Queries the database as its owner, on a separate connection. */
  sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };

  get environment(): NodeJS.ProcessEnv {
    const bases = Object.entries(this.urls).map(([host, url]) => [`${host.toUpperCase()}_BASE_URL`, url]);
    return appEnvironment({
      DATABASE_URL: this.databaseUrl,
      DATABASE_POOL_SIZE: '8',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      REDIS_URL: this.redis?.url ?? '',
      GATEWAY_TIMEOUT_SECONDS: '10',
      // Accounts of the test have few movements.
      FOLD_MOVEMENTS: '1',
      ...Object.fromEntries(bases),
    });
  }

  /** kill -9 */
  async kill(victim: Victim): Promise<void> {
    if (victim === 'postgres') return killServer(this.postgres);
    if (victim === 'redis') return killServer(this.redis!);
    await this.apps.get(victim)!.kill();
  }

  async restart(victim: Victim): Promise<void> {
    if (victim === 'postgres') this.postgres = this.seen(await this.postgres.restart());
    else if (victim === 'redis') this.redis = this.seen(await this.redis!.restart());
    else this.launch(this.apps.get(victim)!);
  }

  /** Resolves when each app reports that it is ready. */
  async ready(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.ready()));
  }

  async stop(): Promise<void> {
    for (const app of [...this.apps.values()].reverse()) await app.stop();
    for (const server of [this.redis, this.postgres]) {
      await server?.stop();
      server?.remove();
    }
    rmSync(this.owner, { force: true });
  }

  /** Processes of this stack that still run. */
  leftovers(): number[] {
    return [...this.pids].filter(isRunning);
  }

  private async boot(): Promise<void> {
    this.seen(this.postgres);
    if (this.redis) this.seen(this.redis);
    await this.postgres.ensureDatabase('payments');
    const ports = new Map<AppName, number>();
    for (const [host, name] of Object.entries(HOSTS)) {
      ports.set(name, await freePort());
      this.urls[host as Host] = `http://127.0.0.1:${ports.get(name)}`;
    }
    await migrate(this.environment);
    const began = performance.now();
    for (const name of [...Object.values(HOSTS), 'scheduler'] as const) {
      const app = await AppProcess.at(name, this.environment, ports.get(name));
      this.apps.set(name, app);
      this.launch(app);
    }
    await this.ready();
    this.startMs = performance.now() - began;
  }

  private launch(app: AppProcess): void {
    app.launch();
    this.pids.add(app.pids.at(-1)!);
  }

  private seen<S extends Server>(server: S): S {
    for (const pid of [server.pid!, ...childrenOf(server.pid!)]) this.pids.add(pid);
    return server;
  }
}

/** Kills a server and all its forked processes at once, so that none of them writes anything more. */
async function killServer(server: Server): Promise<void> {
  for (const pid of [server.pid!, ...childrenOf(server.pid!)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It had already ended.
    }
  }
  await server.ended;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

const OWNER = /^crash-(\d+)\.owner\.json$/;

/** Removes what an earlier run left when it was killed. */
async function sweep(): Promise<void> {
  for (const file of readdirSync(DATA)) {
    const match = OWNER.exec(file);
    if (!match || isAlive(readRecord(path.join(DATA, file)))) continue;
    const name = `crash-${match[1]}`;
    await removeLeftoverCluster(`${name}.pg`);
    await stopRemembered(path.join(DATA, `${name}.redis.pid.json`));
    rmSync(path.join(DATA, `${name}.redis`), { recursive: true, force: true });
    rmSync(path.join(DATA, file), { force: true });
  }
}
