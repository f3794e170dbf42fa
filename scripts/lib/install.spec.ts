import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NPM = `
  const { appendFileSync, mkdirSync } = require('node:fs');
  appendFileSync('runs', 'npm\\n');
  // A second run would find this one half way.
  setTimeout(() => mkdirSync('node_modules'), 500);
`;
const COMMAND = `import { install } from './scripts/lib/install.mjs'; await install();`;

describe('Installing packages', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-install-'));
  const npm = path.join(folder, 'npm.js');

  beforeAll(() => {
    cpSync(__dirname, path.join(folder, 'scripts', 'lib'), { recursive: true });
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }));
    writeFileSync(npm, NPM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const command = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
      cwd: folder,
      env: { ...process.env, npm_execpath: npm },
      stdio: 'inherit',
    });
    return (await once(child, 'exit'))[0] as number;
  };

  it('happens once for any number of commands that start at once in a new clone', async () => {
    expect(await Promise.all([command(), command(), command()])).toEqual([0, 0, 0]);
    expect(readFileSync(path.join(folder, 'runs'), 'utf8')).toBe('npm\n');
    expect(await command()).toBe(0);
    expect(readFileSync(path.join(folder, 'runs'), 'utf8')).toBe('npm\n');
  });
});
