import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DIST, ROOT } from './paths.mjs';
import { runNode } from './run.mjs';
import { Refusal } from './say.mjs';

const STAMP = path.join(DIST, '.source-hash');
const COMPILED = ['apps', 'libs', 'examples', 'ormconfig.ts'];
const NOT_COMPILED = /\.(spec|d)\.ts$|^libs\/[^/]+\/test\/|^libs\/[^/]+\/web\//;
/** What browsers load, each built by a script of its own. */
const PAGES = {
  name: 'The payment page and the console',
  script: 'libs/pages/web/build.mjs',
  built: 'libs/pages/web/built',
  sources: ['libs/pages/web', 'libs/pages/src/locales', 'package-lock.json'],
};
const DOCS_SCRIPTS = ['build-docs', 'docs-contents', 'docs-highlight', 'docs-markdown', 'docs-shell'].map(
  (name) => `scripts/lib/${name}.mjs`,
);
const DOCS = {
  name: 'The documentation',
  script: DOCS_SCRIPTS[0],
  built: 'libs/docs/web/built',
  sources: [
    'docs',
    'libs/docs/web',
    'libs/pages/web/src/base.css',
    'libs/pages/web/src/colours.css',
    ...DOCS_SCRIPTS,
    'package-lock.json',
  ],
};
const SOURCES = [...COMPILED, '.swcrc', ...DOCS.sources];
/** The Node client, which scripts and examples load. `npm pack` compiles it with its types instead, by TypeScript. */
const CLIENT = {
  sources: 'packages/node/src',
  built: path.join(ROOT, 'packages/node/dist/esm'),
};

const AS_ES_MODULE = {
  swcrc: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
};

export function isBuilt() {
  return isStamped(STAMP, sourceHash()) && isClientBuilt();
}

const isStamped = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/**
 * Compiles into a new folder and renames it, so that a failed build keeps the previous one and deleted sources leave
 * no output.
 */
export async function build() {
  const hash = sourceHash();
  const fresh = `${DIST}.${process.pid}`;
  const inputs = COMPILED.filter((name) => existsSync(path.join(ROOT, name)));
  if (inputs.length === 0) throw new Refusal('There is nothing to build: apps and libs are missing.');
  rmSync(fresh, { recursive: true, force: true });
  try {
    await Promise.all([compile(inputs, fresh), buildWeb(fresh), buildDocs(fresh), buildClient()]);
    writeFileSync(path.join(fresh, '.source-hash'), hash);
    replace(DIST, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Builds the pages into `place`. */
export const buildWeb = (place) => buildPart(PAGES, place);

/** Builds the documentation site into `place`. */
export const buildDocs = (place) => buildPart(DOCS, place);

/** Copies the standing build of a part if its sources are unchanged. */
async function buildPart({ name, script, built, sources }, place) {
  const folder = path.join(place, built);
  const hash = sourceHash(sources);
  const standing = path.join(DIST, built);
  const stamp = path.join(standing, '.source-hash');
  if (isStamped(stamp, hash)) {
    return cpSync(standing, folder, { recursive: true });
  }
  const { code, output } = await runNode(path.join(ROOT, script), [folder]);
  if (code !== 0) throw new Refusal(`${name} could not be built:\n${output}`);
  writeFileSync(path.join(folder, '.source-hash'), hash);
}

const hashOfClient = () => sourceHash([CLIENT.sources]);
/** A folder without the sources of the client, such as a clone of a test, has none to build. */
const isClientBuilt = () =>
  !existsSync(path.join(ROOT, CLIENT.sources)) ||
  isStamped(path.join(CLIENT.built, '.source-hash'), hashOfClient());

/** Compiles the Node client if its sources changed. */
export async function buildClient() {
  const hash = hashOfClient();
  if (isClientBuilt()) return;
  const fresh = `${CLIENT.built}.${process.pid}`;
  const compiled = path.join(fresh, CLIENT.sources);
  try {
    await compile([CLIENT.sources], fresh, AS_ES_MODULE);
    writeFileSync(path.join(compiled, '.source-hash'), hash);
    replace(CLIENT.built, compiled);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Two builds may end at the same time. The later one replaces the earlier. */
function replace(standing, fresh) {
  const old = `${standing}.old.${process.pid}`;
  for (let attempt = 1; ; attempt += 1) {
    rmSync(old, { recursive: true, force: true });
    try {
      if (existsSync(standing)) renameSync(standing, old);
      renameSync(fresh, standing);
      return rmSync(old, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 10 || !['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  }
}

/** Compiles the TypeScript files of these folders below `place`, and copies their other files. */
export async function compile(inputs, place, options = {}) {
  const { transformFile } = await import('@swc/core');
  const files = inputs
    .flatMap((input) => filesBelow(path.join(ROOT, input)))
    .map((file) => path.relative(ROOT, file))
    .filter((file) => !NOT_COMPILED.test(file));
  await Promise.all(
    files.map(async (file) => {
      const source = path.join(ROOT, file);
      const target = path.join(place, file);
      mkdirSync(path.dirname(target), { recursive: true });
      if (!file.endsWith('.ts')) return cpSync(source, target);
      const script = target.replace(/ts$/, 'js');
      const sourceFileName = path.relative(path.dirname(target), source);
      const { code, map } = await transformFile(source, { cwd: ROOT, sourceFileName, ...options }).catch(
        (error) => {
          throw new Refusal(`The build failed:\n${file}: ${error.message}`);
        },
      );
      writeFileSync(script, `${code}\n//# sourceMappingURL=${path.basename(script)}.map`);
      writeFileSync(`${script}.map`, map);
    }),
  );
}

/** A hash over names and contents of all source files. Equal hashes mean equal builds. */
function sourceHash(sources = SOURCES) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(path.join(ROOT, source))) {
      hash
        .update(`${path.relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(place) {
  if (!existsSync(place)) return [];
  try {
    return readdirSync(place, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const below = path.join(place, entry.name);
        if (entry.isDirectory()) return filesBelow(below);
        return entry.isFile() && !entry.name.endsWith('.spec.ts') ? [below] : [];
      });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [place];
    throw error;
  }
}
