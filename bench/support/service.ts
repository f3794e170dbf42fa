import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const START_MS = 60_000;
const STOP_TIMEOUT_MS = 5000;

/** A measured server process. Its log goes to a file, as in production. */
export class Service {
  private readonly ended: Promise<void>;

  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /**
   * Starts a compiled file below the build folder with the options of the apps. It is ready once `probe` responds.
   */
  static async start(file: string, env: Record<string, string>, probe = '/health/ready'): Promise<Service> {
    const port = await freePort();
    const log = openSync(path.join(os.tmpdir(), `bench-${port}.log`), 'w');
    const flags = process.env.BENCH_NODE_FLAGS!.split(' ');
    const child = spawn(process.execPath, [...flags, path.join(__dirname, '..', '..', file)], {
      env: {
        PATH: process.env.PATH,
        BUSINESS_PORT: String(port),
        CHECKOUT_PORT: String(port),
        SANDBOX_PORT: String(port),
        SCHEDULER_PORT: String(port),
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', log, 'inherit'],
    });
    closeSync(log);
    const service = new Service(port, child);
    await service.ready(probe);
    return service;
  }

  private async ready(probe: string): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (!(await this.answers(probe))) {
      if (this.child.exitCode !== null) throw new Error(`a service ended: exit code ${this.child.exitCode}`);
      if (performance.now() > deadline) throw new Error('a service did not start');
      await sleep(100);
    }
  }

  private async answers(probe: string): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}${probe}`)).ok;
    } catch {
      return false;
    }
  }

  /** The memory of the process, as the operating system counts it. */
  async residentMegabytes(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.child.pid)]);
    return Number(stdout) / 1024;
  }

  async stop(): Promise<void> {
    this.child.kill();
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(force);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
