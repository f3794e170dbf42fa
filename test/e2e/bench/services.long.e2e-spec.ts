import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { NODE_FLAGS } from '../../../scripts/lib/apps.mjs';
import { compile } from '../../../scripts/lib/build.mjs';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

const ROOT = path.resolve(__dirname, '../../..');
/** Each with the path that answers once it has started; null for those that send a message. */
const SERVICES: [string, string | null][] = [
  ['asking-api', '/health/ready'],
  ['bare-fastify', '/health'],
  ['plain-service', '/health'],
  ['receiver', null],
  ['renewing', null],
  ['stack-echo', '/health/live'],
  ['unbatched-api', '/health/ready'],
  ['unchecked-api', '/health/ready'],
  ['unlinked-api', '/health/ready'],
];

describe('the services of the benchmarks', () => {
  let build: string;
  let database: TestDatabase;

  beforeAll(async () => {
    mkdirSync(path.join(ROOT, '.data'), { recursive: true });
    build = mkdtempSync(path.join(ROOT, '.data/bench-services-'));
    await compile(['bench'], build);
    for (const name of ['apps', 'libs']) symlinkSync(path.join(ROOT, 'dist', name), path.join(build, name));
    database = await createTestDatabase();
  });
  afterAll(async () => {
    rmSync(build, { recursive: true, force: true });
    await database.drop();
  });

  it('are all started by a test', () => {
    const others = ['main.ts', 'load-generator.ts'];
    const files = readdirSync(path.join(ROOT, 'bench')).filter((file) => file.endsWith('.ts'));
    expect(SERVICES.map(([name]) => `${name}.ts`)).toEqual(files.filter((file) => !others.includes(file)));
  });

  it.each(SERVICES)('start: %s', async (name, probe) => {
    const port = String(await freePort());
    const child = fork(path.join(build, 'bench', `${name}.js`), {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        PORT: port,
        BUSINESS_PORT: port,
        CHECKOUT_PORT: port,
      },
      execArgv: NODE_FLAGS,
      silent: true,
    });
    try {
      expect(await started(child, probe && `http://127.0.0.1:${port}${probe}`)).toBe('');
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** What the process has written if it ends instead of starting. */
async function started(child: ChildProcess, url: string | null): Promise<string> {
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (part) => (written += String(part)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const answers = (address: string) =>
    fetch(address)
      .then(({ ok }) => ok)
      .catch(() => false);
  const ready = url ? eventually(async () => hasEnded() || (await answers(url))) : once(child, 'message');
  await Promise.race([once(child, 'exit'), ready]);
  return hasEnded() ? written || 'ended' : '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
