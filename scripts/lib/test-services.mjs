import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removeMemoryFolder, newMemoryFolder, memoryFolderOf } from './memory-folder.mjs';
import { DATA, ensureData } from './paths.mjs';
import { removeLeftoverCluster, startPostgres } from './pg.mjs';
import { isAlive, readRecord, stopRemembered, writeRecord } from './processes.mjs';
import { findRedis, startRedis } from './redis.mjs';

const OWNER = /^test-(\d+)\.owner\.json$/;

/** The data is not needed after a power cut, so nothing is written for the case of one. */
const POSTGRES_SETTINGS = {
  shared_buffers: '256MB',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  // Tables of a new database have no statistics, so queries of a few rows would start parallel workers.
  max_parallel_workers_per_gather: 0,
  // Tests open thousands of connections. The password is random, so iterations add nothing.
  scram_iterations: 1,
};

/**
 * Temporary servers for one test run: a PostgreSQL cluster, unless TEST_DATABASE_URL names a server, and a
 * redis-server if one is on PATH. The data of PostgreSQL is in memory where possible, because a run creates and deletes
 * about a hundred thousand files. Returns the variables that the tests read.
 */
export async function startTestServices() {
  ensureData();
  await sweep();
  const name = `test-${process.pid}`;
  const owner = path.join(DATA, `${name}.owner.json`);
  writeRecord(owner, process.pid);
  const servers = [];
  const stop = async () => {
    for (const server of servers.reverse()) {
      await server.stop();
      server.remove();
    }
    removeMemoryFolder(name);
    rmSync(owner, { force: true });
  };
  try {
    const env = {};
    if (process.env.TEST_DATABASE_URL) {
      env.TEST_PG_URL = process.env.TEST_DATABASE_URL;
    } else {
      servers.push(await startPostgres(`${name}.pg`, POSTGRES_SETTINGS, newMemoryFolder(name)));
      env.TEST_PG_URL = servers[0].url('postgres');
    }
    const program = findRedis();
    if (program) {
      const redis = await startRedis(program, `${name}.redis`, { databases: 64 });
      servers.push(redis);
      env.TEST_REDIS_URL = redis.url;
    }
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes servers and folders of earlier runs that were killed. */
async function sweep() {
  for (const file of readdirSync(DATA)) {
    const match = OWNER.exec(file);
    if (!match || isAlive(readRecord(path.join(DATA, file)))) continue;
    const name = `test-${match[1]}`;
    await removeLeftoverCluster(`${name}.pg`, memoryFolderOf(name));
    removeMemoryFolder(name);
    await stopRemembered(path.join(DATA, `${name}.redis.pid.json`));
    rmSync(path.join(DATA, `${name}.redis`), { recursive: true, force: true });
    rmSync(path.join(DATA, file), { force: true });
  }
}
