import { Config } from '@app/config';
import { migrate } from '../../libs/database/src/migrate';
import { Client } from 'pg';
import { parentOf } from './cores';

/** The database server of this run. Every scene creates databases on it. */
export class Server {
  constructor(private readonly url: string) {}

  urlOf(database: string): string {
    const url = new URL(this.url);
    url.pathname = `/${database}`;
    return url.href;
  }

  /** Creates a database with the product's schema and replaces that of an earlier run. */
  async create(database: string): Promise<Config> {
    await this.drop(database);
    await this.run(`CREATE DATABASE "${database}"`);
    const config = this.configOf(database);
    await migrate(config);
    return config;
  }

  /** The default configuration of the product, with this database. */
  configOf(database: string): Config {
    return Config.from({ DATABASE_URL: this.urlOf(database), LOG_LEVEL: 'info' });
  }

  async drop(database: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
  }

  /** Runs statements as the owner of the databases. */
  async run(sql: string, database = 'postgres', values: unknown[] = []): Promise<Record<string, string>[]> {
    const client = new Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The process that all others of the server are children of. */
  async processId(): Promise<number> {
    const [row] = await this.run(`SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`);
    return parentOf(Number(row!.pid));
  }

  /** The processes that serve the connections of the program that calls itself `application`. */
  async processesOf(application: string): Promise<number[]> {
    const sql = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1';
    return (await this.run(sql, 'postgres', [application])).map(({ pid }) => Number(pid));
  }

  /** Updates the planner's statistics and writes dirty pages, so that a measurement does not pay for them. */
  async settle(database: string): Promise<void> {
    await this.run('VACUUM ANALYZE', database);
    await this.run('CHECKPOINT', database);
  }
}
