import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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

  it('are seeded into an empty database, and left as they are by a second run', async () => {
    const env = { ...appEnvironment({ DATABASE_URL: database.url }), NODE_ENV: 'development' };
    const run = () => promisify(execFile)(process.execPath, [SEED], { env, cwd: folder });
    const demo = () => readFileSync(path.join(folder, '.data/demo.json'), 'utf8');
    await run();
    const seeded = demo();
    expect(JSON.parse(seeded)).toHaveProperty('merchant.test.secret_key');
    await run();
    expect(demo()).toBe(seeded);
  });
});
