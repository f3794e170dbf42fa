import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The reason why programs cannot be limited to some of the cores here; undefined where they can. */
export function coresMissing(): string | undefined {
  try {
    return allowedCores().length > 1 ? undefined : 'there is one core only';
  } catch {
    return 'taskset or /proc is missing';
  }
}

/** Runs `body` while each group of processes, with their children, has one half of the cores. */
export async function onHalvesOfTheCores<T>(
  groups: readonly (readonly number[])[],
  body: () => Promise<T>,
): Promise<T> {
  const all = allowedCores();
  const half = Math.floor(all.length / 2);
  const limit = (coresOf: (group: number) => readonly string[]) => {
    for (const [group, pids] of groups.entries())
      for (const pid of withChildren(pids)) setCores(pid, coresOf(group).join(','));
  };
  try {
    limit((group) => all.slice(group * half, (group + 1) * half));
    return await body();
  } finally {
    limit(() => all);
  }
}

/** The cores on which this process may run. */
function allowedCores(): string[] {
  const output = execFileSync('taskset', ['-c', '-p', String(process.pid)], { encoding: 'utf8' });
  return output
    .slice(output.lastIndexOf(':') + 1)
    .trim()
    .split(',')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return Array.from({ length: last! - first! + 1 }, (_, i) => String(first! + i));
    });
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
