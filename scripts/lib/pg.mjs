import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA } from './paths.mjs';
import { OWNER, create, passwordFile, passwordOf, settings } from './pg-create.mjs';
import { findPlace, loadDriver } from './pg-place.mjs';
import { freePort } from './ports.mjs';
import { commandOf, isAlive, recordOf, stop } from './processes.mjs';
import { Refusal } from './say.mjs';

/**
 * A fast shutdown rolls back open transactions and flushes. SIGKILL is not used, because it leaves backends running.
 */
const FAST = { signal: 'SIGINT', timeoutMs: 60_000, force: 'SIGQUIT' };

/** Starts the cluster `name` and creates it if there is none. Its data is in `base` if one is given. */
export async function startPostgres(name, overrides = {}, base = undefined) {
  const place = { ...findPlace(), ...(base && { base }) };
  const data = path.join(place.base, name);
  const cluster = { ...place, data, log: path.join(DATA, `${name}.log`), overrides };
  cluster.password = passwordOf(name);
  await stopLeftover(cluster);
  if (!existsSync(path.join(cluster.data, 'PG_VERSION'))) create(cluster);
  return serve(cluster, freePort);
}

/**
 * Tries a few times, because another process may take the port or a process of the last server may still be ending.
 */
async function serve(cluster, choosePort) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await choosePort();
    const server = await launch(cluster, port);
    if (server) return running(cluster, port, server);
    await sleep(500);
  }
  throw new Refusal(`PostgreSQL did not start. The end of ${cluster.log}:\n${tail(cluster.log)}`);
}

function running(cluster, port, { record, ended }) {
  const url = (database) => `postgres://${OWNER}:${cluster.password}@127.0.0.1:${port}/${database}`;
  return {
    url,
    port,
    pid: record.pid,
    log: cluster.log,
    ended,
    stop: () => stop(record, FAST),
    /** Restarts a dead server on the same port, because its clients know no other. */
    restart: async () => {
      await stopLeftover(cluster);
      return serve(cluster, () => port);
    },
    remove: () => removeFiles(path.basename(cluster.data), cluster.data),
    ensureDatabase: (database) => ensureDatabase(url('postgres'), database),
  };
}

async function ensureDatabase(url, database) {
  const client = new (loadDriver().Client)({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${database}"`);
  } finally {
    await client.end();
  }
}

/** Stops and removes a cluster of an earlier run that is no longer needed. */
export async function removeLeftoverCluster(name, base = findPlace().base) {
  const data = path.join(base, name);
  await stopLeftover({ data });
  removeFiles(name, data);
}

function removeFiles(name, data) {
  for (const file of [data, `${data}.new`, path.join(DATA, `${name}.log`), passwordFile(name)]) {
    rmSync(file, { recursive: true, force: true });
  }
}

async function launch({ programs, user, data, log, overrides }, port) {
  const lines = Object.entries(settings(port, overrides)).map(([key, value]) => `${key} = '${value}'\n`);
  const conf = path.join(data, 'platform.conf');
  writeFileSync(conf, lines.join(''), { mode: 0o600 });
  if (user) chownSync(conf, user.uid, user.gid);
  const output = openSync(log, 'w', 0o600);
  const child = spawn(path.join(programs, 'bin', 'postgres'), ['-D', data], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    detached: true, // Ctrl-C reaches the whole terminal group, but the database must end after the apps.
  });
  closeSync(output);
  child.on('error', () => {});
  child.unref();
  const record = recordOf(child.pid);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (isAlive(record)) {
    if (statusOf(data)?.pid === child.pid && statusOf(data).status === 'ready') return { record, ended };
    await sleep(10);
  }
  return undefined;
}

function statusOf(data) {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), data: lines[1], status: lines[7]?.trim() };
  } catch {
    return undefined;
  }
}

/**
 * After a hard kill of all other processes the server may still run. It belongs to this clone if it serves its data
 * folder.
 */
async function stopLeftover({ data }) {
  const found = statusOf(data);
  if (!found) return;
  if (found.data === data && commandOf(found.pid).endsWith(`-D ${data}`)) {
    return stop(recordOf(found.pid), FAST);
  }
  disown(data);
}

/**
 * The process in the lock file has ended, or its id belongs to another program. PostgreSQL only checks whether the id
 * is in use, and in a container this may last permanently. So the id is replaced by an impossible one. The rest of the
 * file stays, because the server uses it to find processes that still share its memory.
 */
function disown(data) {
  const file = path.join(data, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(2 ** 31 - 2)));
}

function tail(file) {
  return readFileSync(file, 'utf8').split('\n').slice(-15).join('\n');
}
