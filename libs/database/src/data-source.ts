import { Config } from '@app/config';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from './migrations';

const APPLICATION_ROLE = 'payments_app';

/**
 * How every app connects: as the restricted role, with time limits that keep one bad query from holding others.
 */
export function appDataSourceOptions(config: Config): TypeOrmModuleOptions {
  return {
    type: 'postgres',
    url: config.env.DATABASE_URL,
    autoLoadEntities: true,
    synchronize: false,
    extra: {
      max: config.env.DATABASE_POOL_SIZE,
      connectionTimeoutMillis: 2000,
      // A connection that breaks while somebody holds it tells its query, and says so by an event besides; an event
      // that nobody hears would end the process.
      onConnect: (client: Client) => void client.on('error', () => undefined),
      options:
        `-c role=${APPLICATION_ROLE} -c statement_timeout=5000 -c lock_timeout=3000 ` +
        '-c idle_in_transaction_session_timeout=5000 -c timezone=UTC',
    },
  };
}

/** Migrations run as the owner of the database. */
export function migrationDataSource(config: Config): DataSource {
  return new DataSource({
    type: 'postgres',
    url: config.env.DATABASE_URL,
    migrations,
    migrationsTransactionMode: 'each',
  });
}
