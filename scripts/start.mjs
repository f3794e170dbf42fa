/**
 * `npm start`: starts the five apps from a new clone. It and lib/ import only modules of Node, because no packages
 * exist before the first install.
 */
import { APPS, addressesOf, requireBuilt } from './lib/apps.mjs';
import { build, isBuilt } from './lib/build.mjs';
import { checkConfiguration, mayBeSeeded, migrate, seed } from './lib/database.mjs';
import { demoData } from './lib/demo-api.mjs';
import { createDemoHistory } from './lib/demo-history.mjs';
import { loadEnv } from './lib/env.mjs';
import { checkNode, install, isInstalled } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { startPostgres } from './lib/pg.mjs';
import { choosePorts } from './lib/ports.mjs';
import { findRedis, redisAnswers, startRedis } from './lib/redis.mjs';
import { endAllRuns } from './lib/run.mjs';
import { Refusal, explain, say, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';
import { rememberServices } from './lib/stack-services.mjs';
import { stopLeftovers, supervise } from './lib/supervise.mjs';
import { welcome } from './lib/welcome.mjs';

/** Started services in order. They are stopped in reverse order. */
const running = [];
let underWay = Promise.resolve();
let stopping;
const SERVER_RESTARTS = 5;

function stopAll(exitCode) {
  stopping ??= (async () => {
    if (running.length > 0) say('\nStopping.');
    endAllRuns();
    await underWay.catch(() => {}); // The server is recorded while it starts, so that it can be stopped.
    for (const group of running.reverse()) await Promise.allSettled(group.map((part) => part.stop()));
    process.exit(exitCode);
  })();
  return stopping;
}

async function fail(error) {
  if (stopping) return stopping;
  explain(error);
  return stopAll(1);
}

/** One step of the start, announced before it begins. After a stop has begun, the promise never settles, so that the start ends. */
async function phase(announcement, name, work) {
  underWay = step(name, work, announcement);
  const result = await underWay;
  return stopping ? new Promise(() => {}) : result;
}

async function startServer(name, start) {
  return phase(`Starting ${name}`, name, async () => {
    const slot = [await start()];
    running.push(slot);
    keepAlive(name, slot).catch(fail);
    return slot[0];
  });
}

/** Restarts a dead server on its port, where the apps reconnect by themselves. */
async function keepAlive(name, slot) {
  for (let restarts = 0; ; restarts += 1) {
    await slot[0].ended;
    if (stopping) return;
    if (restarts === SERVER_RESTARTS) throw new Refusal(`${name} keeps ending; giving up.`);
    say(`${name} ended unexpectedly; starting it again.`);
    underWay = slot[0].restart().then((server) => (slot[0] = server));
    await underWay;
  }
}

async function services(env) {
  const variables = {};
  if (!env.DATABASE_URL) {
    const postgres = await startServer('embedded PostgreSQL', () => startPostgres('pg'));
    await postgres.ensureDatabase('payments');
    variables.DATABASE_URL = postgres.url('payments');
  }
  const program = findRedis();
  if (!env.REDIS_URL && program) {
    const redis = await startServer('private redis-server', () => startRedis(program, 'redis'));
    variables.REDIS_URL = redis.url;
  }
  if (env.REDIS_URL && !(await redisAnswers(env.REDIS_URL))) {
    const { host } = new URL(env.REDIS_URL);
    say(
      `REDIS_URL: no Redis answers at ${host}. Until one does, each process counts rate limits by itself and due work waits for a periodic check.`,
    );
  }
  return variables;
}

async function main() {
  checkNode();
  const env = loadEnv();
  const release = takeLock('start.lock');
  process.on('exit', release);
  onAskedToEnd(() => stopAll(0));

  if (!isInstalled('production')) {
    await phase('Installing packages', 'packages installed', () => install('production'));
  }
  if (!isBuilt()) await phase('Building', 'built', build);
  requireBuilt(APPS);
  await checkConfiguration(env);
  await stopLeftovers(APPS);
  const ports = await choosePorts(APPS, env);
  Object.assign(env, addressesOf(APPS, ports, env));
  Object.assign(env, await services(env));
  env.DEMO_SIGN_IN ??= mayBeSeeded(env) ? 'on' : 'off';
  rememberServices(env);
  await phase('Migrating the database', 'database migrated', () => migrate(env));
  // The apps need the tables, and not the demo data.
  const seeding = mayBeSeeded(env) && phase('Seeding demo data', 'demo data seeded', () => seed(env));
  const apps = APPS.map((app) => supervise(app, ports[app.name], env, failPermanently));
  running.push(apps);
  const ready = () => Promise.all(apps.map((app) => app.ready()));
  await Promise.all([step('five apps ready', ready, 'Starting the five apps'), seeding]);
  if (stopping) return;
  welcome(env, env.REDIS_URL ? 'Bull on Redis' : 'in each process (no redis-server on PATH)');
  if (seeding) {
    await createDemoHistory(demoData()).catch((error) => {
      if (!stopping) say(`The demo accounts have no payments: ${error.message}`);
    });
  }
}

function failPermanently(app, how) {
  void fail(new Refusal(`${app.name} keeps ending (${how}); giving up.`));
}

process.on('uncaughtException', (error) => void fail(error));
process.on('unhandledRejection', (error) => void fail(error));
main().catch(fail);
