import { Logger } from '@nestjs/common';
import { Config } from '@app/config';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { appDataSourceOptions } from '../../libs/database/src/data-source';
import { requireDurability } from '../../libs/database/src/durability';
import { createTestDatabase, type TestDatabase } from '../support/database';

/** The server of the tests may be one that need not wait for its disk, so each case names the settings it is about. */
describe('a PostgreSQL that may forget what it acknowledged', () => {
  let database: TestDatabase;
  let forgetful: DataSource;
  let warn: jest.SpyInstance;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { extra, ...options } = appDataSourceOptions(
      Config.from({ NODE_ENV: 'test', DATABASE_URL: database.url }),
    ) as DataSourceOptions & { extra: { options: string } };
    const unsafe = { ...extra, options: `${extra.options} -c synchronous_commit=off` };
    forgetful = await new DataSource({ ...options, extra: unsafe } as DataSourceOptions).initialize();
  });
  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  });
  afterEach(() => warn.mockRestore());
  afterAll(async () => {
    await forgetful?.destroy();
    await database?.drop();
  });

  it('is refused in production, by the name of what is off', async () => {
    const refused = expect(requireDurability(forgetful, true)).rejects;
    await refused.toThrow(/synchronous_commit=off: acknowledged payments could be lost/);
    expect(warn).not.toHaveBeenCalled();
  });

  it('logs a warning where durability is not required', async () => {
    await requireDurability(forgetful, false);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('synchronous_commit=off'));
  });

  it('is not assumed where all settings are on', async () => {
    const durable = { query: async () => [] } as unknown as DataSource;
    await expect(requireDurability(durable, true)).resolves.toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });
});
