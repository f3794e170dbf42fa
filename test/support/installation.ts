import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../../scripts/lib/database.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { startPostgres } from '../../scripts/lib/pg.mjs';
import { appEnvironment, type AppName, AppProcess } from '../proofs/support/app-process';
import { type HttpAnswer, httpClient, type HttpClient } from './http-client';
import { Program } from './program';

const HOSTS = { business: 'business-api', checkout: 'checkout-api' } as const satisfies Record<
  string,
  AppName
>;
type Host = keyof typeof HOSTS;

/**
 * The product as it is installed: released processes with `NODE_ENV=production` on an empty, migrated database of a
 * PostgreSQL server of its own, which keeps what it has confirmed. Tests reach it by HTTP and by its commands.
 */
export class Installation {
  readonly urls = {} as Record<Host, string>;
  private readonly apps: AppProcess[] = [];
  private readonly closes = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));

  private constructor(
    private readonly postgres: Awaited<ReturnType<typeof startPostgres>>,
    private readonly settings: Record<string, string>,
  ) {}

  /** `settings`: the configuration, without addresses and ports. */
  static async start(settings: Record<string, string>): Promise<Installation> {
    const postgres = await startPostgres(`installation-${process.pid}.pg`, { shared_buffers: '128MB' });
    const installation = new Installation(postgres, settings);
    try {
      await installation.boot();
      return installation;
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  readonly post: HttpClient = (host, action, body, options) =>
    httpClient('POST', `${this.urls[host as Host]}/api/${action}`, body, options);

  get(host: Host, action: string, options?: Parameters<HttpClient>[3]): Promise<HttpAnswer> {
    return httpClient('GET', `${this.urls[host]}/api/${action}`, undefined, options);
  }

  /** Runs a script of the repository with the settings of this installation. */
  run(script: string, ...args: string[]): Program {
    return Program.run(script, args, this.environment);
  }

  /** Runs shell commands in the repository as its operator would. Returns their output; throws if one fails. */
  async shell(commands: string, variables: Record<string, string> = {}): Promise<string> {
    const env = { ...process.env, ...this.environment, ...variables };
    const shell = ['-eu', '-o', 'pipefail', '-c', commands];
    return (await promisify(execFile)('bash', shell, { cwd: ROOT, env })).stdout.trim();
  }

  async stop(): Promise<void> {
    for (const app of this.apps.reverse()) await app.stop();
    await this.postgres.stop();
    this.postgres.remove();
    rmSync(this.closes, { recursive: true, force: true });
  }

  private get environment(): Record<string, string> {
    return {
      ...this.settings,
      NODE_ENV: 'production',
      RATE_LIMITS: 'true',
      DATABASE_URL: this.postgres.url('payments'),
      DATABASE_POOL_SIZE: '8',
      CLOSES_DIR: this.closes,
    };
  }

  private async boot(): Promise<void> {
    await this.postgres.ensureDatabase('payments');
    const environment = appEnvironment(this.environment);
    await migrate(environment);
    for (const name of [...Object.values(HOSTS), 'scheduler'] as const)
      this.apps.push(await AppProcess.at(name, environment));
    for (const app of this.apps) app.launch();
    await Promise.all(this.apps.map((app) => app.ready()));
    for (const [host, name] of Object.entries(HOSTS))
      this.urls[host as Host] = this.apps.find((app) => app.name === name)!.url;
  }
}
