import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { APPS } from '../../../scripts/lib/apps.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const LOG_KEPT = 200_000;

export type AppName = 'business-api' | 'checkout-api' | 'sandbox-api' | 'app-api' | 'scheduler';

/** One app of the product as a separate process, built as released. It ends when this process ends. */
export class AppProcess {
  private child: ChildProcess;
  private log = '';
  /** Every process id of this app. */
  readonly pids: number[] = [];

  private constructor(
    readonly name: AppName,
    readonly port: number,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Chosen before any app starts, because apps need the addresses of the others. */
  static async at(name: AppName, env: NodeJS.ProcessEnv, port?: number): Promise<AppProcess> {
    return new AppProcess(name, port ?? (await freePort()), env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The end of its output, for the report of a failure. */
  get output(): string {
    return this.log;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the process is not running. */
  async ended(): Promise<void> {
    if (this.isRunning) await once(this.child, 'exit');
  }

  launch(): void {
    const { main, portVariable } = APPS.find((app) => app.name === this.name)!;
    this.child = spawn(process.execPath, ['--enable-source-maps', main], {
      cwd: ROOT,
      env: { ...this.env, [portVariable]: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (chunk) => (this.log = (this.log + String(chunk)).slice(-LOG_KEPT)));
    }
    this.pids.push(this.child.pid!);
  }

  /** Milliseconds until the app reported that it was ready. Throws after `timeoutMs`. */
  async ready(timeoutMs = 240_000): Promise<number> {
    const began = performance.now();
    while (!(await this.isReady())) {
      if (performance.now() - began > timeoutMs || !this.isRunning) {
        throw new Error(`${this.name} did not get ready:\n${this.log.slice(-4000)}`);
      }
      await pause(25);
    }
    return performance.now() - began;
  }

  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2000) });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || !this.isRunning) return;
    const ended = this.ended();
    this.child.kill(signal);
    await ended;
  }
}

/**
 * The environment of every process of a test. It contains no variable of the machine's environment that may be secret.
 */
export function appEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ } = process.env;
  return {
    PATH,
    HOME,
    TZ,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...variables,
  };
}
