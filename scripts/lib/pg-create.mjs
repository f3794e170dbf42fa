import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DATA } from './paths.mjs';
import { Refusal } from './say.mjs';

export const OWNER = 'postgres';

export const passwordFile = (name) => path.join(DATA, `${name}.password`);

export function passwordOf(name) {
  const file = passwordFile(name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Creates a cluster in a temporary folder and renames it, so that an interrupted creation leaves no partial one. */
export function create({ programs, user, base, data, password, overrides = {} }) {
  const fresh = `${data}.new`;
  const secret = path.join(base, `${path.basename(data)}.secret`);
  rmSync(fresh, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  rmSync(secret, { force: true });
  writeFileSync(secret, password, { mode: 0o600, flag: 'wx' });
  if (user) for (const entry of [fresh, secret]) chownSync(entry, user.uid, user.gid);
  const options = [
    '-U',
    OWNER,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
    // The password is hashed here, with the number of iterations that each connection repeats.
    ...(overrides.scram_iterations ? ['-c', `scram_iterations=${overrides.scram_iterations}`] : []),
  ];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const made = spawnSync(path.join(programs, 'bin', 'initdb'), ['-D', fresh, ...options, ...locale], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
    detached: true, // Ctrl-C must end this process, not the creation in progress.
  });
  rmSync(secret, { force: true });
  if (made.status !== 0)
    throw new Refusal(`PostgreSQL could not create its data folder:\n${made.stdout}${made.stderr}`);
  writeFileSync(path.join(fresh, 'postgresql.conf'), "\ninclude 'platform.conf'\n", { flag: 'a' });
  renameSync(fresh, data);
}

/** Durability settings are never relaxed here, because the service refuses to run with relaxed ones. */
export function settings(port, overrides) {
  const quarter = Math.floor(os.totalmem() / 4 / 1024 / 1024);
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${Math.min(512, Math.max(32, quarter))}MB`,
    max_wal_size: '4GB',
    min_wal_size: '512MB',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...overrides,
  };
}
