import path from 'node:path';
import { build, isBuilt } from './build.mjs';
import { loadEnv } from './env.mjs';
import { checkNode, install, isInstalled } from './install.mjs';
import { takeLock } from './lock.mjs';
import { DIST } from './paths.mjs';
import { startPostgres } from './pg.mjs';
import { runNode } from './run.mjs';
import { runningServices } from './stack-services.mjs';

/**
 * Runs a compiled command of the scheduler on the database in DATABASE_URL, otherwise on that of the stack that runs in
 * this folder, otherwise on the embedded one, which it starts for this. Its exit code becomes that of this process.
 */
export async function runWithDatabase(command, args = []) {
  checkNode();
  if (!isInstalled('production')) await install('production');
  if (!isBuilt()) await build();
  const run = async (env) => {
    const file = path.join(DIST, 'apps', 'scheduler', 'src', `${command}.js`);
    process.exitCode = (await runNode(file, args, { env, show: true })).code;
  };
  const env = { ...loadEnv(), ...(process.env.DATABASE_URL ? {} : runningServices()) };
  if (env.DATABASE_URL) return run(env);
  const release = takeLock('start.lock');
  const postgres = await startPostgres('pg');
  try {
    await run({ ...env, DATABASE_URL: postgres.url('payments') });
  } finally {
    await postgres.stop();
    release();
  }
}
