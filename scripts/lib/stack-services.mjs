import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from './paths.mjs';
import { isAlive, readRecord } from './processes.mjs';

const FILE = path.join(DATA, 'services.json');

/** Records for commands of this folder where the running stack keeps its data. */
export function rememberServices({ DATABASE_URL, REDIS_URL }) {
  writeFileSync(FILE, JSON.stringify({ DATABASE_URL, REDIS_URL }), { mode: 0o600 });
}

/** The servers of the stack that runs in this folder; undefined if none runs. */
export function runningServices() {
  return isAlive(readRecord(path.join(DATA, 'start.lock')))
    ? JSON.parse(readFileSync(FILE, 'utf8'))
    : undefined;
}
