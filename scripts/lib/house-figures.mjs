/**
 * The figures of the house: how much there is to read, and how well it is divided. `npm run check -- figures` prints them
 * and test/architecture.spec.ts checks their limits. `before` is the state before the second redesign (0.3.0).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { filesNamedOtherwise } from './class-names.mjs';
import { ownFilesOf } from './own-files.mjs';
import { ROOT } from './paths.mjs';
import { fileLengths, filesWithoutRole, sourcesBelow, usesOfAny } from './source-figures.mjs';

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const pagesBelow = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));

/** Words of the version with the most changes. */
const longestVersion = () =>
  Math.max(
    ...read('CHANGELOG.md')
      .split(/^## /m)
      .map((version) => version.split(/\s+/).filter(Boolean).length),
  );

/** Files of the schema's history: one baseline and the migrations after it. */
const migrations = () =>
  sourcesBelow('libs/database/src/migrations').filter((file) => !file.endsWith('/index.ts')).length;

/** The parameters of the longest constructor of apps and libs. */
function longestConstructor() {
  const counts = ['apps', 'libs']
    .flatMap((folder) => sourcesBelow(folder))
    .map((file) => {
      const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
      const classes = source.statements.filter(ts.isClassDeclaration);
      const constructors = classes.flatMap(({ members }) => members.filter(ts.isConstructorDeclaration));
      return Math.max(0, ...constructors.map(({ parameters }) => parameters.length));
    });
  return Math.max(...counts);
}

/** Packages that `npm start` installs on Linux x64. */
function productionPackages() {
  const { packages } = JSON.parse(read('package-lock.json'));
  const fits = (wanted, value) => !wanted || wanted.includes(value);
  return Object.entries(packages).filter(
    ([place, { dev, os, cpu, libc }]) =>
      place !== '' && !dev && fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
  ).length;
}

const ownFiles = (name, { before, most }, controller, action) => {
  return {
    name: `own files of ${name}`,
    before,
    least: 3,
    most,
    of: () => ownFilesOf(controller, action).length,
  };
};

/** `most` is the limit; fewer than `least` would mean that something was not counted. */
export const FIGURES = [
  { name: 'lines of libs', before: 87040, least: 50000, most: 120000, of: () => fileLengths().lines },
  {
    name: 'files of the ledger',
    before: 81,
    least: 30,
    most: 62,
    of: () => sourcesBelow('libs/ledger/src').length,
  },
  { name: 'median length of a file', before: 47, least: 10, most: 60, of: () => fileLengths().median },
  { name: '90th percentile', before: 124, least: 50, most: 130, of: () => fileLengths().p90 },
  { name: 'domain files without a role in their name', before: 4.1, least: 0, most: 15, of: withoutRole },
  { name: 'uses of any', before: 0, least: 0, most: 0, of: () => usesOfAny().length },
  {
    name: 'classes with another name than their file',
    before: 328,
    least: 0,
    most: 0,
    of: () => filesNamedOtherwise().length,
  },
  { name: 'parameters of the longest constructor', before: 47, least: 5, most: 12, of: longestConstructor },
  { name: 'migrations', before: 122, least: 1, most: 30, of: migrations },
  ownFiles('a transfer', { before: 5, most: 5 }, 'wallet/src/wallet.controller.ts', 'transfer'),
  ownFiles(
    'a payroll',
    { before: 9, most: 9 },
    'payroll/src/batches/payroll.controller.ts',
    'payroll/create',
  ),
  ownFiles(
    'an escrow release',
    { before: 10, most: 11 },
    'escrow/src/escrows/escrow.controller.ts',
    'release',
  ),
  ownFiles('a card payment', { before: 16, most: 16 }, 'checkout/src/sessions.controller.ts', 'pay-card'),
  ownFiles(
    'a new subscription',
    { before: 22, most: 20 },
    'subscriptions/src/subscriptions.controller.ts',
    'subscribe',
  ),
  ownFiles(
    'a new invoice',
    { before: 28, most: 26 },
    'invoices/src/invoices/invoices.controller.ts',
    'create',
  ),
  { name: 'packages of a production install', before: 607, least: 100, most: 440, of: productionPackages },
  { name: 'words of a version in CHANGELOG.md', before: 7234, least: 100, most: 1300, of: longestVersion },
  { name: 'decisions', before: 84, least: 10, most: 40, of: () => pagesBelow('docs/decisions').length - 1 },
];

function withoutRole() {
  const libs = createRequire(import.meta.url)('../../libs.order.cjs');
  const { files, withoutRole: found } = filesWithoutRole(libs);
  return Number(((100 * found.length) / files).toFixed(1));
}
