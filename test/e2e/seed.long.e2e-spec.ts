import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { appEnvironment } from '../proofs/support/app-process';
import { createTestDatabase, type TestDatabase } from '../support/database';

const SEED = path.resolve(__dirname, '../../dist/apps/scheduler/src/seed.js');

describe('the demo data', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-seed-'));
  let database: TestDatabase;

  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  const run = (hosts: Record<string, string> = {}) => {
    const env = { ...appEnvironment({ DATABASE_URL: database.url }), NODE_ENV: 'development', ...hosts };
    return promisify(execFile)(process.execPath, [SEED], { env, cwd: folder });
  };

  it('are seeded into an empty database, and left as they are by a second run', async () => {
    const demo = () => readFileSync(path.join(folder, '.data/demo.json'), 'utf8');
    await run();
    const seeded = demo();
    expect(JSON.parse(seeded)).toHaveProperty('merchant.test.secret_key');
    await run();
    expect(demo()).toBe(seeded);
  });

  it('have an endpoint at the demo shop of each host, which moves with its host', async () => {
    const urls = async () => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ url: string }>(
        `SELECT url FROM webhook_endpoints WHERE url LIKE '%/demo/hooks' AND disabled_at IS NULL ORDER BY mode`,
      );
      await client.end();
      return rows.map(({ url }) => url);
    };
    await run();
    expect(await urls()).toHaveLength(2);
    const hosts = { CHECKOUT_BASE_URL: 'http://127.0.0.1:4802', SANDBOX_BASE_URL: 'http://127.0.0.1:4803' };
    await run(hosts);
    expect(await urls()).toEqual(['http://127.0.0.1:4802/demo/hooks', 'http://127.0.0.1:4803/demo/hooks']);
  });
});
