/**
 * `npm test`: runs the tests, with `CI=true` also the long ones. Arguments are passed to Jest, and name files of both kinds:
 * npm test -- --selectProjects unit -t fee. The last line begins with `N passed, N failed`. The exit code is 0 only if tests
 * ran and all of them passed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { jestArguments } from './lib/jest-arguments.mjs';
import { ensureData } from './lib/paths.mjs';
import { findProgram, findRedis } from './lib/redis.mjs';
import { endAllRuns, run, runNode } from './lib/run.mjs';
import { Refusal, explain, say, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';
import { startTestServices } from './lib/test-services.mjs';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'payments-test-'));
let services = Promise.resolve(undefined);
let ending;

function end(exitCode) {
  ending ??= (async () => {
    endAllRuns();
    const started = await services.catch(() => undefined);
    await started?.stop();
    rmSync(scratch, { recursive: true, force: true });
    process.exitCode = exitCode;
  })();
  return ending;
}

/** Files whose dependencies are unchanged since the last run are not checked again. */
async function typeCheck() {
  const tsc = 'node_modules/typescript7/bin/tsc';
  const projects = {
    '.': 'service',
    'libs/pages/web': 'pages',
    'libs/docs/web': 'docs',
    'examples/shop/web': 'shop',
    'packages/node': 'client',
  };
  const folder = ensureData('types');
  const checks = Object.entries(projects).map(([project, name]) => {
    const state = path.join(folder, `${name}.tsbuildinfo`);
    return runNode(tsc, ['--noEmit', '--incremental', '--tsBuildInfoFile', state, '-p', project]);
  });
  const failed = (await Promise.all(checks)).filter(({ code }) => code !== 0);
  for (const { output } of failed) if (!ending) say(`\n${output}\nThe type check failed.\n`);
  return failed.length === 0;
}

/** Options of Node for Jest, and so for its workers: as for an app, a larger young generation collects less often. */
const JEST_FLAGS = ['--enable-source-maps', '--max-semi-space-size=64', 'node_modules/jest/bin/jest.js'];

const GIVEN = process.argv.slice(2);
/** A plain run leaves out the proofs and the files with `.long.` in their names. */
const LEFT_OUT = process.env.CI || GIVEN.length > 0 ? [] : ['/test/proofs/', '\\.long\\.'];

async function jest(env) {
  const results = path.join(scratch, 'results.json');
  const leftOut = LEFT_OUT.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const given = [...leftOut, ...jestArguments(GIVEN)];
  const args = ['--config', 'jest.config.mjs', '--json', `--outputFile=${results}`, ...given];
  const { code } = await run(process.execPath, [...JEST_FLAGS, ...args], { show: true, group: true, env });
  try {
    return { code, results: JSON.parse(readFileSync(results, 'utf8')) };
  } catch {
    return { code, results: undefined }; // Jest ended without a result, so its exit code counts.
  }
}

/** A suite that could not be loaded contains no failed test, but it failed. */
function count(results, typesAreRight) {
  const failed =
    (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0) + (typesAreRight ? 0 : 1);
  const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  return { passed: results?.numPassedTests ?? 0, failed, skipped };
}

async function main() {
  checkNode();
  if (!isInstalled('all')) await step('packages installed', () => install('all'));
  if (!isBuilt()) await step('built', build);
  const chromium = process.env.CHROMIUM_PATH ?? findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (!findRedis()) say('redis-server is not on PATH: tests of the Redis queue are not run.');
  if (!chromium) say('chromium is not on PATH: tests in a browser are not run.');
  for (const program of ['php', 'python3']) {
    if (!findProgram(program)) say(`${program} is not on PATH: the quickstart's shop for it is not run.`);
  }
  services = step('test servers', startTestServices);
  const types = typeCheck();
  const env = { ...process.env, ...(await services).env, NODE_ENV: 'test' };
  if (process.env.CI && GIVEN.length === 0) env.TESTS_WHOLE_RUN = 'true';
  if (chromium) env.CHROMIUM_PATH = chromium;
  const ran = await jest(env);
  const typesAreRight = await types;
  if (ending) return;
  const { passed, failed, skipped } = count(ran.results, typesAreRight);
  await end(ran.code === 0 && failed === 0 && passed > 0 ? 0 : 1);
  if (passed + failed === 0) say('No test ran.');
  const rest = LEFT_OUT.length > 0 ? '; the proofs and the long tests run with CI=true' : '';
  say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${rest}`);
}

onAskedToEnd((exitCode) => end(exitCode).then(() => process.exit(exitCode)));
main().catch(async (error) => {
  if (ending) return;
  explain(error);
  await end(1);
  if (error instanceof Refusal) say('No test ran.');
  say('0 passed, 1 failed');
});
