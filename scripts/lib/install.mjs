import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitForLock } from './lock.mjs';
import { ROOT } from './paths.mjs';
import { runNpm } from './npm.mjs';
import { Refusal } from './say.mjs';

const MODULES = path.join(ROOT, 'node_modules');
const LOCK = path.join(ROOT, 'package-lock.json');
const STAMP = path.join(MODULES, '.installed-lock');

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Refusal(
    `Node ${process.versions.node} is too old: this project needs 20.19 or newer (node --version).`,
  );
}

/** Packages are installed again only if the lock file changed since the last time. */
export function isInstalled() {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
  if (stamp === lockHash()) return true;
  if (!matchesLock()) return false;
  writeFileSync(STAMP, lockHash());
  return true;
}

/** npm may have been run by hand, so npm's own record shows what is installed. */
function matchesLock() {
  const record = path.join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([place, entry]) => place === '' || entry.optional || installed[place]?.version === entry.version,
  );
}

/** Two commands that start at once in a new clone install once, because the second waits for the first. */
export async function install() {
  const release = await waitForLock('install.lock');
  try {
    if (!isInstalled()) await installLocked();
  } finally {
    release();
  }
}

/** Install scripts are not run, because no package needs one. */
async function installLocked() {
  const { code } = await runNpm(['ci', '--ignore-scripts', '--include=dev', '--loglevel=error'], {
    show: true,
  });
  if (code !== 0) throw new Refusal(`npm ci failed (exit code ${code}); its own message stands above.`);
  writeFileSync(STAMP, lockHash());
}

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');
