import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NPM = `
  const { appendFileSync, mkdirSync } = require('node:fs');
  appendFileSync('runs', process.argv.includes('--omit=dev') ? 'production\\n' : 'all\\n');
  // A second run would find this one half way.
  setTimeout(() => mkdirSync('node_modules', { recursive: true }), 500);
`;
const COMMAND = `import { install } from './scripts/lib/install.mjs'; await install(process.argv[1]);`;

describe('Installing packages', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-install-'));
  const npm = path.join(folder, 'npm.js');

  beforeAll(() => {
    cpSync(__dirname, path.join(folder, 'scripts', 'lib'), { recursive: true });
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }));
    writeFileSync(npm, NPM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const command = async (scope: 'production' | 'all') => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND, scope], {
      cwd: folder,
      env: { ...process.env, npm_execpath: npm },
      stdio: 'inherit',
    });
    return (await once(child, 'exit'))[0] as number;
  };

  const runs = () => readFileSync(path.join(folder, 'runs'), 'utf8').trim().split('\n');

  it('happens once for any number of commands that start at once in a new clone', async () => {
    const commands = [command('production'), command('production'), command('production')];
    expect(await Promise.all(commands)).toEqual([0, 0, 0]);
    expect(runs()).toEqual(['production']);
    expect(await command('production')).toBe(0);
    expect(runs()).toEqual(['production']);
  });

  it('adds what tests need once, which serves the product too', async () => {
    expect([await command('all'), await command('all'), await command('production')]).toEqual([0, 0, 0]);
    expect(runs()).toEqual(['production', 'all']);
  });
});
