import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface PgbenchRun {
  /** Connection URL of the database. */
  url: string;
  /** A pgbench script of one transaction. */
  script: string;
  clients: number;
  /** The duration, or the number of transactions of each client. */
  length: { seconds: number } | { transactions: number };
}

/** The reason why pgbench cannot run here; undefined where it can. */
export function pgbenchMissing(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => isProgram(path.join(folder, 'pgbench')))
    ? undefined
    : 'pgbench is not on PATH';
}

/** Runs PostgreSQL's load generator with prepared statements and returns transactions per second. */
export async function pgbench({ url, script, clients, length }: PgbenchRun): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pgbench-'));
  const file = path.join(folder, 'script.sql');
  writeFileSync(file, script);
  const { hostname, port, pathname, username, password } = new URL(url);
  const bound =
    'seconds' in length ? ['-T', String(Math.ceil(length.seconds))] : ['-t', String(length.transactions)];
  const args = [
    ...['-n', '-M', 'prepared', '-f', file, ...bound],
    ...['-c', String(clients), '-j', String(Math.min(clients, 2))],
    ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
  ];
  try {
    const output = await outputOf('pgbench', args, { ...process.env, PGPASSWORD: password });
    const rate = /^tps = ([\d.]+) \(without/m.exec(output)?.[1];
    if (!rate || /ERROR|aborted/.test(output)) throw new Error(`pgbench failed:\n${output.slice(-1000)}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function outputOf(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
