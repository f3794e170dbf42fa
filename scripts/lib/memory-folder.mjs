import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from './paths.mjs';
import { isOurFolder, newFolder } from './pg-place.mjs';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** In bytes: several times what the servers of a test run have ever used. */
const NEEDED = 3 * 1024 ** 3;

const recordOf = (name) => path.join(DATA, `${name}.memory`);

/**
 * Creates a folder in memory for the servers `name`, and records its path for later runs. Returns undefined if this
 * machine has no file system in memory or too little space in it; containers often have 64 MB.
 */
export function newMemoryFolder(name) {
  if (!hasSpaceInMemory()) return undefined;
  const folder = newFolder(MEMORY);
  writeFileSync(recordOf(name), folder, { mode: 0o600 });
  return folder;
}

/** The folder in memory that was created for the servers `name`, if there is one. */
export function memoryFolderOf(name) {
  if (!existsSync(recordOf(name))) return undefined;
  const folder = readFileSync(recordOf(name), 'utf8');
  return isOurFolder(folder) ? folder : undefined;
}

export function removeMemoryFolder(name) {
  const folder = memoryFolderOf(name);
  if (folder) rmSync(folder, { recursive: true, force: true });
  rmSync(recordOf(name), { force: true });
}

/** The limit of a file system in memory may exceed the memory that is free, so both count. */
function hasSpaceInMemory() {
  if (!existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= NEEDED && availableMemory() >= 2 * NEEDED;
}

/** In bytes; memory that caches files counts as available. */
function availableMemory() {
  const match = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'));
  return match ? Number(match[1]) * 1024 : 0;
}
