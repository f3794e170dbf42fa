import { Config } from '@app/config';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from './migrations';

const APPLICATION_ROLE = 'payments_app';

/**
 * Options of every app's connection: the restricted role, and time limits so that one slow query does not block
 * others.
 */
export function appDataSourceOptions(config: Config): TypeOrmModuleOptions {
  const timeoutMs = config.env.DATABASE_TIMEOUT_SECONDS * 1000;
  return {
    type: 'postgres',
    url: config.env.DATABASE_URL,
    autoLoadEntities: true,
    synchronize: false,
    extra: {
      max: config.env.DATABASE_POOL_SIZE,
      // As long as a statement may take: on a busy machine, a request waits for its turn instead of failing.
      connectionTimeoutMillis: timeoutMs,
      // Opening a connection takes long on a busy machine, so that a few are kept for the next request.
      min: 2,
      // A connection that breaks also emits an error event, and an error event without a listener ends the process.
      onConnect: (client: Client) => void client.on('error', () => undefined),
      options:
        `-c role=${APPLICATION_ROLE} -c statement_timeout=${timeoutMs} -c lock_timeout=3000 ` +
        `-c idle_in_transaction_session_timeout=${timeoutMs} -c timezone=UTC`,
    },
  };
}

/** Options of migrations, which run as the owner of the database. */
export function migrationDataSource(config: Config): DataSource {
  return new DataSource({
    type: 'postgres',
    url: config.env.DATABASE_URL,
    migrations,
    migrationsTransactionMode: 'each',
  });
}
