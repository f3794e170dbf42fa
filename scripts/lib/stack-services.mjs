import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APPS } from './apps.mjs';
import { DATA } from './paths.mjs';
import { isAlive, readRecord } from './processes.mjs';

const FILE = path.join(DATA, 'services.json');

/** Records for commands of this folder where the running stack keeps its data, and the addresses of its hosts. */
export function rememberServices({ DATABASE_URL, REDIS_URL, ...env }) {
  const addresses = APPS.map(({ baseUrlVariable }) => [baseUrlVariable, env[baseUrlVariable]]);
  const services = { DATABASE_URL, REDIS_URL, ...Object.fromEntries(addresses) };
  writeFileSync(FILE, JSON.stringify(services), { mode: 0o600 });
}

/** Servers and addresses of the stack that runs in this folder, as environment variables; undefined if none runs. */
export function runningServices() {
  return isAlive(readRecord(path.join(DATA, 'start.lock')))
    ? JSON.parse(readFileSync(FILE, 'utf8'))
    : undefined;
}
