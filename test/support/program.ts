import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** A script of this repository as a separate process, and its output. */
export class Program {
  stdout = '';
  stderr = '';
  /** Exit code after all output has been read; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  private readonly said = new EventEmitter();
  private hasEnded = false;

  constructor(readonly child: ChildProcess) {
    child.stdout!.on('data', (chunk: Buffer) => this.receive('stdout', chunk));
    child.stderr!.on('data', (chunk: Buffer) => this.receive('stderr', chunk));
    this.ended = new Promise((resolve) =>
      child.once('close', (code) => {
        this.hasEnded = true;
        this.said.emit('something');
        resolve(code);
      }),
    );
  }

  /** `script` is a path in the repository. The environment is that of the test, with `env` added. */
  static run(script: string, args: string[], env: Record<string, string | undefined> = {}): Program {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Program(child);
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  /** Resolves with the first match in past or future output. Rejects when the program ends without one. */
  async says(what: string | RegExp): Promise<string> {
    for (;;) {
      const found =
        typeof what === 'string' ? (this.output.includes(what) ? what : null) : what.exec(this.output)?.[0];
      if (found) return found;
      if (this.hasEnded) throw new Error(`ended without saying ${String(what)}:\n${this.output}`);
      await once(this.said, 'something');
    }
  }

  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  private receive(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this[stream] += chunk.toString();
    this.said.emit('something');
  }
}
