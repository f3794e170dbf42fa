import { existsSync } from 'node:fs';
import path from 'node:path';
import { DIST, ROOT } from './paths.mjs';
import { runNode } from './run.mjs';
import { Refusal } from './say.mjs';

const CHECK = path.join(DIST, 'libs', 'config', 'src', 'check-configuration.js');
const MIGRATE = path.join(DIST, 'libs', 'database', 'src', 'migrate.js');
const SEED = path.join(DIST, 'apps', 'scheduler', 'src', 'seed.js');

/** Throws the one sentence that names every fault of the environment, before any long step. */
export async function checkConfiguration(env) {
  const { code, output } = await runNode(CHECK, [], { env });
  if (code !== 0) throw new Refusal(output.trim());
}

export const migrate = (env) => runToEnd('The migration', MIGRATE, env);

/** Demo accounts have published passwords, so a production database never gets them. */
export const mayBeSeeded = (env) => env.NODE_ENV !== 'production';
export const seed = (env) => runToEnd('Seeding the demo data', SEED, env);

async function runToEnd(what, file, env) {
  if (!existsSync(file)) throw new Refusal(`${what} cannot run: ${path.relative(ROOT, file)} was not built.`);
  const { code, output } = await runNode(file, [], { env });
  if (code !== 0) throw new Refusal(`${what} failed (exit code ${code}):\n${output}`);
}
