/**
 * `npm run ledger:verify`: verifies the ledger in DATABASE_URL, otherwise that of the stack that runs in this folder,
 * otherwise that of the embedded database, which it starts for this.
 */
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { loadEnv } from './lib/env.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { DIST } from './lib/paths.mjs';
import { startPostgres } from './lib/pg.mjs';
import { runNode } from './lib/run.mjs';
import { explain } from './lib/say.mjs';
import { runningServices } from './lib/stack-services.mjs';

const VERIFY = path.join(DIST, 'apps', 'scheduler', 'src', 'ledger-verify.js');

async function main() {
  checkNode();
  if (!isInstalled()) await install();
  if (!isBuilt()) await build();
  const env = { ...loadEnv(), ...(process.env.DATABASE_URL ? {} : runningServices()) };
  if (env.DATABASE_URL) return verify(env);
  const release = takeLock('start.lock');
  const postgres = await startPostgres('pg');
  try {
    await verify({ ...env, DATABASE_URL: postgres.url('payments') });
  } finally {
    await postgres.stop();
    release();
  }
}

async function verify(env) {
  const { code } = await runNode(VERIFY, [], { env, show: true });
  process.exitCode = code;
}

main().catch((error) => {
  explain(error);
  process.exitCode = 1;
});
