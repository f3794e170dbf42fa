/** `npm run check`: runs every static check and the unit tests side by side. Exits with 1 if any of them failed. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { checkDependencies } from './lib/dependencies.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { endAllRuns, runNode } from './lib/run.mjs';
import { explain, say, seconds, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';
import { fileLengths, filesWithoutRole, usesOfAny } from './lib/source-figures.mjs';

const sources = ['apps', 'libs', 'examples', 'test', 'bench', 'ormconfig.ts'].filter((name) =>
  existsSync(path.join(ROOT, name)),
);

const CHECKS = {
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  lint: ['eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  types: ['typescript7/bin/tsc', '--noEmit'],
  'types of pages': ['typescript7/bin/tsc', '--noEmit', '-p', 'libs/pages/web'],
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

/** The figures of the libs in docs/explain/architecture.md. test/architecture.spec.ts contains their limits. */
function sayFigures() {
  const libs = createRequire(import.meta.url)('../libs.order.cjs');
  const { files, lines, median, p90, longest } = fileLengths();
  const roles = filesWithoutRole(libs);
  const share = ((100 * roles.withoutRole.length) / roles.files).toFixed(1);
  say(
    `\n  ${files} files in libs, ${lines} lines: median ${median}, 90th percentile ${p90}, longest ${longest.lines}`,
  );
  say(`  ${share} % of ${roles.files} domain files name no role; ${usesOfAny().length} uses of any`);
}

onAskedToEnd((exitCode) => {
  endAllRuns();
  process.exit(exitCode);
});

try {
  checkNode();
  if (!isInstalled('all')) await step('packages installed', () => install('all'));
  const failed = (await Promise.all(Object.entries(CHECKS).map(check))).filter(({ code }) => code !== 0);
  sayFigures();
  for (const { name, output } of failed) say(`\n=== ${name} ===\n${output.trimEnd()}`);
  say(
    failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
