import { Config } from '@app/config';
import { migrationDataSource } from './data-source';

const LOCK = 7_238_114_902;

/**
 * Migrates the database to the newest schema. When several processes call it at once, one migrates and the others
 * wait.
 */
export async function migrate(config: Config): Promise<string[]> {
  const dataSource = await migrationDataSource(config).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

if (require.main === module) {
  migrate(Config.from(process.env)).then(
    (names) => console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The schema is up to date.'),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
