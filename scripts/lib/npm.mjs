import { run } from './run.mjs';

/** Runs npm, the same one that runs this script if npm runs it. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  return run(command, [...before, ...args], options);
}
