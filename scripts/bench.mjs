/**
 * `npm run bench`: measures how fast money moves, as ratios of two figures measured side by side
 * (docs/explain/performance.md). Names of rows select these: npm run bench -- one-process engine. `--quick` shortens the
 * rounds.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { NODE_FLAGS } from './lib/apps.mjs';
import { buildDocs, buildWeb, compile } from './lib/build.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { DATA } from './lib/paths.mjs';
import { startPostgres } from './lib/pg.mjs';
import { endAllRuns, run } from './lib/run.mjs';
import { explain, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

/** Not `dist`, because a build during the run must not change what is measured. */
const BUILD = path.join(DATA, 'bench-build');
let postgres = Promise.resolve(undefined);

async function compileAll() {
  rmSync(BUILD, { recursive: true, force: true });
  await Promise.all([
    compile(['apps', 'libs', 'examples', 'bench'], BUILD),
    buildWeb(BUILD),
    buildDocs(BUILD),
  ]);
}

async function main() {
  checkNode();
  const release = takeLock('bench.lock');
  process.on('exit', release);
  if (!isInstalled('all')) await step('packages installed', () => install('all'));
  await step('built', compileAll);
  postgres = step('embedded PostgreSQL', () => startPostgres('bench'));
  const server = await postgres;
  const env = {
    ...process.env,
    BENCH_POSTGRES: server.url('postgres'),
    BENCH_NODE_FLAGS: NODE_FLAGS.join(' '),
  };
  const options = { env, show: true, group: true };
  try {
    const main = [...NODE_FLAGS, path.join(BUILD, 'bench', 'main.js'), ...process.argv.slice(2)];
    const { code } = await run(process.execPath, main, options);
    process.exitCode = typeof code === 'number' ? code : 1;
  } finally {
    await server.stop();
  }
}

onAskedToEnd(async (exitCode) => {
  endAllRuns();
  await (await postgres.catch(() => undefined))?.stop();
  process.exit(exitCode);
});
main().catch((error) => {
  explain(error);
  process.exitCode = 1;
});
