/**
 * `npm run check`: runs every static check and the unit tests side by side, and prints the figures of the house. Exits with 1
 * if any of them failed. `npm run check -- figures` prints the figures only.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildClient } from './lib/build.mjs';
import { checkDependencies } from './lib/dependencies.mjs';
import { FIGURES } from './lib/house-figures.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { endAllRuns, runNode } from './lib/run.mjs';
import { explain, say, seconds, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

const sources = ['apps', 'libs', 'examples', 'packages', 'test', 'bench', 'ormconfig.ts'].filter((name) =>
  existsSync(path.join(ROOT, name)),
);

const CHECKS = {
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  lint: ['eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  types: ['typescript7/bin/tsc', '--noEmit'],
  'types of pages': ['typescript7/bin/tsc', '--noEmit', '-p', 'libs/pages/web'],
  'types of docs': ['typescript7/bin/tsc', '--noEmit', '-p', 'libs/docs/web'],
  'types of client': ['typescript7/bin/tsc', '--noEmit', '-p', 'packages/node'],
  'types of shop': ['typescript7/bin/tsc', '--noEmit', '-p', 'examples/shop/web'],
  architecture: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...sources,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
  ],
  dependencies: () => checkDependencies(),
  'api reference': () => runNode('scripts/check-api.mjs', []),
  'dead code': ['knip/bin/knip.js', '--no-progress'],
  'unit tests': ['jest/bin/jest.js', '--selectProjects', 'unit'],
};

async function check([name, work]) {
  const began = performance.now();
  const { code, output, note } = await (typeof work === 'function' ? work() : runProgram(work));
  if (note) say(`         ${note}`);
  say(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds(performance.now() - began)}`);
  return { name, code, output };
}

function runProgram([program, ...args]) {
  return runNode(path.join('node_modules', program), args);
}

function sayFigures() {
  for (const { name, before, of, most } of FIGURES) {
    const [value, limit] = [of(), most].map((number) => number.toLocaleString('en'));
    say(`  ${name.padEnd(45)} ${value.padStart(7)}  (limit ${limit}; 0.3: ${before.toLocaleString('en')})`);
  }
}

onAskedToEnd((exitCode) => {
  endAllRuns();
  process.exit(exitCode);
});

try {
  checkNode();
  if (!isInstalled('all')) await step('packages installed', () => install('all'));
  const isFiguresOnly = process.argv[2] === 'figures';
  // An example imports it.
  if (!isFiguresOnly) await buildClient();
  const checks = isFiguresOnly ? [] : Object.entries(CHECKS);
  const failed = (await Promise.all(checks.map(check))).filter(({ code }) => code !== 0);
  sayFigures();
  if (isFiguresOnly) process.exit();
  for (const { name, output } of failed) say(`\n=== ${name} ===\n${output.trimEnd()}`);
  say(
    failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
