/** Figures of the libs' source: lengths of files, files whose names have no role, and uses of `any`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const SUFFIXES = [
  ...['adapter', 'aggregate', 'controller', 'dto', 'errors', 'events', 'filter', 'guard', 'handler'],
  ...['interceptor', 'mapping', 'module', 'money', 'page', 'policy', 'port', 'proofs', 'providers'],
  ...['queries', 'repository', 'samples', 'service', 'states', 'store', 'story', 'strategy', 'view'],
];
const FOLDERS = ['commands', 'flows', 'jobs', 'listeners', 'locales', 'migrations', 'rules', 'templates'];
const ROLE = new RegExp(`\\.(?:${SUFFIXES.join('|')})\\.ts$|/(?:${FOLDERS.join('|')})/`);

/** Libs from this one on contain the domain; those before it are technical. */
const FIRST_DOMAIN_LIB = 'ledger';

/** The TypeScript files below a folder of the repository, without tests. */
export function sourcesBelow(folder, root = ROOT) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !/\/(?:test|web)\//.test(file));
}

/** Files of the domain whose name has no role, and the number of files of the domain. */
export function filesWithoutRole(libs, root = ROOT) {
  const files = libs
    .slice(libs.indexOf(FIRST_DOMAIN_LIB))
    .flatMap((lib) => sourcesBelow(`libs/${lib}/src`, root))
    .filter((file) => !file.endsWith('/index.ts'));
  return { files: files.length, withoutRole: files.filter((file) => !ROLE.test(file)) };
}

const MAX_LINES = 300;
/** All decisions about an object stand in one file. */
const MAX_LINES_OF_AGGREGATE = 400;

/** Lines of the files, without migrations, because these are never changed. */
export function fileLengths(root = ROOT) {
  const files = sourcesBelow('libs', root).filter((file) => !file.includes('/migrations/'));
  const lengths = files
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share) => lengths[Math.floor((lengths.length - 1) * share)].lines;
  return {
    files: lengths.length,
    lines: lengths.reduce((sum, { lines }) => sum + lines, 0),
    median: at(0.5),
    p90: at(0.9),
    longest: lengths[lengths.length - 1],
    tooLong: lengths.filter(
      ({ file, lines }) => lines > (file.endsWith('.aggregate.ts') ? MAX_LINES_OF_AGGREGATE : MAX_LINES),
    ),
  };
}

const withoutText = (line) => line.replace(/'[^']*'|`[^`]*`|\/\/.*|^\s*\/?\*.*/g, '');

/** Lines that use the type `any`, without comments and strings. */
export function usesOfAny(root = ROOT) {
  return sourcesBelow('libs', root).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line: withoutText(line), place: `${file}:${index + 1}` }))
      .filter(({ line }) => /(?:[:<|]\s*|\bas )any\b(?!['\w])/.test(line))
      .map(({ place }) => place),
  );
}
