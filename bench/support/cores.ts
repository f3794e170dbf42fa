import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

const HALF = `0-${Math.max(1, Math.floor(os.availableParallelism() / 2)) - 1}`;
const ALL = `0-${os.availableParallelism() - 1}`;

/** The reason why programs cannot be limited to some of the cores here; undefined where they can. */
export function coresMissing(): string | undefined {
  if (os.availableParallelism() < 2) return 'there is one core only';
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'taskset is not on PATH';
  }
  return existsSync('/proc/self/stat') ? undefined : '/proc is missing';
}

/** Runs `body` while these processes and their children, present and future, share half of the cores. */
export async function onHalfOfTheCores<T>(pids: readonly number[], body: () => Promise<T>): Promise<T> {
  const limit = (cores: string) => {
    for (const pid of withChildren(pids)) setCores(pid, cores);
  };
  limit(HALF);
  try {
    return await body();
  } finally {
    limit(ALL);
  }
}

function withChildren(pids: readonly number[]): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  return [...pids, ...parents.filter(([, parent]) => pids.includes(parent)).map(([pid]) => pid)];
}

export function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0; // The process has ended.
  }
}

/** Of all threads of the process. */
function setCores(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error;
  }
}
