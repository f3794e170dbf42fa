import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitForLock } from './lock.mjs';
import { ROOT, ensureData } from './paths.mjs';
import { runNpm } from './npm.mjs';
import { Refusal, say } from './say.mjs';

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

/**
 * Packages are installed again only if the lock file changed since the last time. `scope`: `production` for what runs the
 * product, `all` for what tests and checks need besides.
 */
export function isInstalled(scope) {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
  if (stamp === stampOf('all') || stamp === stampOf(scope)) return true;
  if (!matchesLock(scope)) return false;
  writeFileSync(STAMP, stampOf(scope));
  return true;
}

/** npm may have been run by hand, so npm's own record shows what is installed. */
function matchesLock(scope) {
  const record = path.join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const isNeeded = ({ dev, optional }) => !optional && (scope === 'all' || !dev);
  return Object.entries(wanted).every(
    ([place, entry]) => place === '' || !isNeeded(entry) || installed[place]?.version === entry.version,
  );
}

/** Two commands that start at once in a new clone install once, because the second waits for the first. */
export async function install(scope) {
  const release = await waitForLock('install.lock');
  try {
    if (!isInstalled(scope)) await installLocked(scope);
  } finally {
    release();
  }
}

/**
 * Packages of production that are there stay, because the product may run from them. Install scripts are not run, because no
 * package needs one.
 */
async function installLocked(scope) {
  const options = ['--ignore-scripts', scope === 'all' ? '--include=dev' : '--omit=dev', '--loglevel=error'];
  if (existsSync(MODULES) || !(await installByAddress(options))) {
    const command = scope === 'all' && matchesLock('production') ? ['install', '--no-save'] : ['ci'];
    const { code } = await runNpm([...command, ...options], { show: true });
    if (code !== 0)
      throw new Refusal(`npm ${command[0]} failed (exit code ${code}); its own message stands above.`);
  }
  writeFileSync(STAMP, stampOf(scope));
}

/**
 * Installs from a copy of the lock file with addresses. Without them npm reads the list of all versions of every package, which
 * takes a third of the time. Returns false if it failed, for example because a registry has other addresses.
 */
async function installByAddress(options) {
  const place = ensureData('install');
  try {
    for (const name of ['package.json', '.npmrc'])
      copyFileSync(path.join(ROOT, name), path.join(place, name));
    const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
    writeFileSync(path.join(place, 'package-lock.json'), JSON.stringify(addressed(lock)));
    const { code } = await runNpm(['ci', ...options], { show: true, cwd: place });
    if (code === 0) renameSync(path.join(place, 'node_modules'), MODULES);
    else say('Installing again, with addresses from the registry.');
    return code === 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** npm replaces this host by the registry that is configured (its option `replace-registry-host`). */
const REGISTRY = 'https://registry.npmjs.org';

/** The lock file with the address of every package whose content it can verify. */
function addressed(lock) {
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${REGISTRY}/${name}/-/${path.basename(name)}-${entry.version}.tgz`;
  }
  return lock;
}

const stampOf = (scope) => `${scope} ${createHash('sha256').update(readFileSync(LOCK)).digest('hex')}`;
