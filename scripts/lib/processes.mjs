import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process is identified by its id and its start time, because the system reuses ids. */
export function birthOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${bootId()}:${fields[19]}`;
  } catch {
    if (process.platform === 'linux') return undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

export const recordOf = (pid) => ({ pid, birth: birthOf(pid) });

export function isAlive(record) {
  return Boolean(record?.birth) && birthOf(record.pid) === record.birth;
}

export function writeRecord(file, pid) {
  writeFileSync(file, JSON.stringify(recordOf(pid)), { mode: 0o600 });
}

export function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The command line of a process. Empty if there is no such process. */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    if (process.platform === 'linux') return '';
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Sends `signal` to a process, waits, and kills it if it does not end. */
export async function stop(record, { signal = 'SIGTERM', timeoutMs = 10_000, force = 'SIGKILL' } = {}) {
  if (!isAlive(record)) return;
  send(record.pid, signal);
  if (await ended(record, timeoutMs)) return;
  send(record.pid, force);
  await ended(record, 5_000);
}

async function ended(record, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (!isAlive(record)) return true;
    await sleep(20);
  }
  return !isAlive(record);
}

/** Stops the process that a file recorded in an earlier run, if it is still the same process. */
export async function stopRemembered(file, options) {
  await stop(readRecord(file), options);
  rmSync(file, { force: true });
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
