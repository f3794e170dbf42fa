/**
 * Run after every change of a dependency: node scripts/lock-optional.mjs. npm writes only those optional packages into
 * the lock file that the registry in use has. If that registry lacks the packages of other platforms, the lock is
 * incomplete and `npm ci` refuses it there. This script adds the missing entries with their platforms, so that no
 * other platform downloads them.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows', 'sunos', 'aix'];
const CPUS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64'];

function isLocked(from, name) {
  for (let place = from; ;) {
    if (packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true;
    if (place === '') return false;
    const parent = place.lastIndexOf('/node_modules/');
    place = parent < 0 ? '' : place.slice(0, parent);
  }
}

function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = CPUS.find((chip) => words.includes(chip));
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    cpu: cpu && [cpu],
    libc: os === 'linux' && words.some((word) => /^(musl|gnu)/.test(word)) ? [libc] : undefined,
    os: os && [os === 'windows' ? 'win32' : os],
  };
}

let added = 0;
for (const [place, parent] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    const version = range.replace(/^[\^~>=\s]+/, '');
    const { cpu, libc, os } = platformOf(name);
    // Keys are in npm's order, so that npm changes nothing when it writes the file.
    packages[`node_modules/${name}`] = { version, cpu, dev: parent.dev, libc, optional: true, os };
    added += 1;
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} optional packages added to the lock file\n`);
