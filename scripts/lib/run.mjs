import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

const underWay = new Set();

/**
 * Runs a program to its end. With `show` its output goes to the terminal, otherwise it is returned. With `group` it
 * leads a process group, so that its children can be ended with it.
 */
export async function run(
  command,
  args,
  { show = false, group = false, env = process.env, cwd = ROOT } = {},
) {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 1 : 'pipe'],
    detached: group,
    shell: process.platform === 'win32' && command === 'npm',
  });
  const entry = { child, group };
  underWay.add(entry);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    return { code, output };
  } finally {
    underWay.delete(entry);
  }
}

/** Runs a JavaScript file with Node. */
export const runNode = (file, args, options) =>
  run(process.execPath, ['--enable-source-maps', file, ...args], options);

/** Ends all programs that `run` has started, so that this process leaves none behind. */
export function endAllRuns() {
  for (const { child, group } of underWay) {
    if (group) process.kill(-child.pid, 'SIGTERM');
    else child.kill('SIGTERM');
  }
}
