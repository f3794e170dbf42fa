import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NPM = `
  const { appendFileSync, copyFileSync, existsSync, mkdirSync } = require('node:fs');
  const isApart = process.cwd() !== __dirname;
  const scope = process.argv.includes('--omit=dev') ? 'production' : 'all';
  appendFileSync(__dirname + '/runs', scope + (isApart ? ' by address' : '') + '\\n');
  if (isApart) copyFileSync('package-lock.json', __dirname + '/addresses.json');
  if (isApart && existsSync(__dirname + '/fails-by-address')) process.exit(1);
  // A second run would find this one half way.
  setTimeout(() => mkdirSync('node_modules', { recursive: true }), 500);
`;
const COMMAND = `import { install } from './scripts/lib/install.mjs'; await install(process.argv[1]);`;

const LOCK = {
  packages: {
    '': {},
    'node_modules/a/node_modules/@b/c': { version: '1.2.3', integrity: 'sha512-c' },
    'node_modules/alias': { name: '@d/e', version: '4.5.6', integrity: 'sha512-e' },
    'node_modules/unverified': { version: '7.8.9' },
  },
};

describe('Installing packages', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-install-'));
  const file = (...names: string[]) => path.join(folder, ...names);

  beforeAll(() => {
    cpSync(__dirname, file('scripts', 'lib'), { recursive: true });
    writeFileSync(file('package.json'), '{}');
    writeFileSync(file('.npmrc'), '');
    writeFileSync(file('package-lock.json'), JSON.stringify(LOCK));
    writeFileSync(file('npm.js'), NPM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const command = async (scope: 'production' | 'all') => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND, scope], {
      cwd: folder,
      env: { ...process.env, npm_execpath: file('npm.js') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return (await once(child, 'exit'))[0] as number;
  };

  const runs = () => readFileSync(file('runs'), 'utf8').trim().split('\n');

  it('happens once for any number of commands that start at once in a new clone', async () => {
    const commands = [command('production'), command('production'), command('production')];
    expect(await Promise.all(commands)).toEqual([0, 0, 0]);
    expect(runs()).toEqual(['production by address']);
    expect(await command('production')).toBe(0);
    expect(runs()).toEqual(['production by address']);
    expect(existsSync(file('.data', 'install'))).toBe(false);
  });

  it('gives npm the address of each package that has a hash, and leaves the lock file as it is', () => {
    const { packages } = JSON.parse(readFileSync(file('addresses.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
      undefined,
      'https://registry.npmjs.org/@b/c/-/c-1.2.3.tgz',
      'https://registry.npmjs.org/@d/e/-/e-4.5.6.tgz',
      undefined,
    ]);
    expect(JSON.parse(readFileSync(file('package-lock.json'), 'utf8'))).toEqual(LOCK);
  });

  it('adds what tests need once, which serves the product too', async () => {
    expect([await command('all'), await command('all'), await command('production')]).toEqual([0, 0, 0]);
    expect(runs()).toEqual(['production by address', 'all']);
  });

  it('uses the addresses of the registry where those of the lock file lead to nothing', async () => {
    rmSync(file('node_modules'), { recursive: true });
    rmSync(file('runs'));
    writeFileSync(file('fails-by-address'), '');
    expect(await command('production')).toBe(0);
    expect(runs()).toEqual(['production by address', 'production']);
    expect(existsSync(file('node_modules', '.installed-lock'))).toBe(true);
    expect(existsSync(file('.data', 'install'))).toBe(false);
  });
});
