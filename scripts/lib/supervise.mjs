import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_FLAGS } from './apps.mjs';
import { DATA, ROOT, ensureData } from './paths.mjs';
import { recordOf, stop, stopRemembered, writeRecord } from './processes.mjs';
import { Refusal, say } from './say.mjs';

const READY_WITHIN_MS = 60_000;
const RESTARTS = 5;
/** After an app ran this long, its next exit counts as the first. */
const WELL_AFTER_MS = 60_000;
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

const pidFile = (name) => path.join(DATA, `${name}.pid.json`);
export const logFile = (name) => path.join(DATA, 'logs', `${name}.log`);

/** Apps of an earlier run that was killed end by themselves. Those that still run are ended here. */
export async function stopLeftovers(apps) {
  await Promise.all(apps.map((app) => stopRemembered(pidFile(app.name))));
}

/**
 * Keeps one app running. It starts the app, reports when it is ready, restarts it with growing delays if it exits, and
 * gives up after a few exits in a row. The app ends when the ipc channel to this process closes.
 */
export function supervise(app, port, env, onGivenUp) {
  const state = { stopping: false, deaths: 0, record: undefined };
  ensureData('logs');
  trim(logFile(app.name));

  function launch() {
    const began = performance.now();
    const output = openSync(logFile(app.name), 'a', 0o600);
    const child = spawn(process.execPath, [...NODE_FLAGS, app.main], {
      cwd: ROOT,
      env,
      stdio: ['ignore', output, output, 'ipc'],
      detached: true, // This process forwards Ctrl-C in order: apps first, the database last.
    });
    closeSync(output);
    child.on('error', () => {});
    state.record = recordOf(child.pid);
    writeRecord(pidFile(app.name), child.pid);
    child.once('exit', (code, signal) => void died(performance.now() - began, signal ?? `exit code ${code}`));
  }

  async function died(ranMs, how) {
    if (state.stopping) return;
    state.deaths = ranMs > WELL_AFTER_MS ? 1 : state.deaths + 1;
    if (state.deaths > RESTARTS) return onGivenUp(app, how);
    const waitMs = 500 * 2 ** (state.deaths - 1);
    say(
      `${app.name} ended unexpectedly (${how}); starting it again in ${waitMs / 1000} s. Log: ${logFile(app.name)}`,
    );
    await sleep(waitMs);
    if (!state.stopping) launch();
  }

  launch();
  return {
    app,
    ready: () => untilReady(app, port, state),
    stop: async () => {
      state.stopping = true;
      await stop(state.record, { timeoutMs: 15_000 });
      rmSync(pidFile(app.name), { force: true });
    },
  };
}

async function untilReady(app, port, state) {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && state.deaths <= 1 && !state.stopping) {
    if (await isReady(port)) return;
    await sleep(50);
  }
  if (state.stopping) return new Promise(() => {});
  throw new Refusal(`${app.name} did not get ready. The end of its log:\n${tail(logFile(app.name))}`);
}

async function isReady(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

function trim(file) {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) rmSync(file);
}

function tail(file) {
  return readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');
}
