/**
 * `npm run bench`: measures how fast money moves, as ratios of two figures measured side by side
 * (docs/performance.md). Names of rows select these: npm run bench -- one-process engine. `--quick` shortens the
 * rounds.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { NODE_FLAGS } from './lib/apps.mjs';
import { buildWeb, NOT_COMPILED } from './lib/build.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { startPostgres } from './lib/pg.mjs';
import { endAllRuns, run, runNode } from './lib/run.mjs';
import { Refusal, explain, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

/** Not `dist`, because a build during the run must not change what is measured. */
const BUILD = path.join(DATA, 'bench-build');
let postgres = Promise.resolve(undefined);

async function compile() {
  rmSync(BUILD, { recursive: true, force: true });
  const inputs = ['apps', 'libs', 'examples', 'bench'];
  const args = [...inputs, '-d', path.relative(ROOT, BUILD), '--copy-files', '--ignore', NOT_COMPILED];
  const [{ code, output }] = await Promise.all([
    runNode('node_modules/@swc/cli/bin/swc.js', args),
    buildWeb(BUILD),
  ]);
  if (code !== 0) throw new Refusal(`The build failed:\n${output}`);
}

async function main() {
  checkNode();
  const release = takeLock('bench.lock');
  process.on('exit', release);
  if (!isInstalled()) await step('packages installed', install);
  await step('built', compile);
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
