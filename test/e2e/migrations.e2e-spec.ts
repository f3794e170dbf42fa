import { Config } from '@app/config';
import { Client } from 'pg';
import { migrate } from '../../libs/database/src/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the migrations', () => {
  let database: TestDatabase;

  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database?.drop());

  const run = () => migrate(Config.from({ NODE_ENV: 'test', DATABASE_URL: database.url }));

  it('change nothing in a database that has them', async () => {
    expect(await run()).toEqual([]);
  });

  it('refuse a database of an earlier version', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `INSERT INTO migrations (timestamp, name) VALUES (1763700000100, 'Core1763700000100')`,
    );
    await client.end();
    await expect(run()).rejects.toThrow('start with an empty database');
  });
});
