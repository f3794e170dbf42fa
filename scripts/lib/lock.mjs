import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA, ensureData } from './paths.mjs';
import { isAlive, recordOf } from './processes.mjs';
import { Refusal } from './say.mjs';

const WAIT_MS = 200;

/**
 * Allows one running instance per folder. The lock file is linked into place complete, so that no process reads half
 * of it. The lock of a dead process is moved aside and checked again before it is deleted, so that two starts cannot
 * both take it.
 */
export function takeLock(name) {
  ensureData();
  const file = path.join(DATA, name);
  const mine = `${file}.${process.pid}`;
  const text = JSON.stringify(recordOf(process.pid));
  writeFileSync(mine, text, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (linked(mine, file)) return () => release(file, text);
      const found = contents(file);
      if (found !== undefined && isAlive(parse(found))) throw alreadyRunning(parse(found).pid);
      if (found !== undefined) discard(file, found);
    }
    throw new Refusal('Another start is under way in this folder.');
  } finally {
    rmSync(mine, { force: true });
  }
}

/** As `takeLock`, but waits while another process holds the lock. */
export async function waitForLock(name) {
  for (;;) {
    try {
      return takeLock(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sleep(WAIT_MS);
    }
  }
}

function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function discard(file, expected) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (contents(aside) !== expected) linked(aside, file);
  rmSync(aside, { force: true });
}

function release(file, text) {
  if (contents(file) === text) unlinkSync(file);
}

function contents(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const alreadyRunning = (pid) =>
  new Refusal(
    `This folder is already running (process ${pid}). Stop it with Ctrl-C in its terminal, or: kill ${pid}`,
  );
