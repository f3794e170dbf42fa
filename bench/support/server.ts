import { Config } from '@app/config';
import { migrate } from '../../libs/database/src/migrate';
import { Client } from 'pg';

/** The database server of this run; every scene makes databases of its own on it. */
export class Server {
  constructor(private readonly url: string) {}

  urlOf(database: string): string {
    const url = new URL(this.url);
    url.pathname = `/${database}`;
    return url.href;
  }

  /** A new database with the product's schema, in place of what an earlier run left. */
  async create(database: string): Promise<Config> {
    await this.drop(database);
    await this.run(`CREATE DATABASE "${database}"`);
    const config = this.configOf(database);
    await migrate(config);
    return config;
  }

  /** The configuration the product would run with on this database: its defaults. */
  configOf(database: string): Config {
    return Config.from({ DATABASE_URL: this.urlOf(database), LOG_LEVEL: 'info' });
  }

  async drop(database: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
  }

  /** Runs statements as the owner of the server's databases. */
  async run(sql: string, database = 'postgres', values: unknown[] = []): Promise<Record<string, string>[]> {
    const client = new Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** After filling: statistics for the planner, nothing dirty that a measurement would have to write. */
  async settle(database: string): Promise<void> {
    await this.run('VACUUM ANALYZE', database);
    await this.run('CHECKPOINT', database);
  }
}
