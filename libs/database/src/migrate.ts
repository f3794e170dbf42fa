import { Config } from '@app/config';
import type { QueryRunner } from 'typeorm';
import { migrationDataSource } from './data-source';
import { migrations } from './migrations';

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
    await refuseUnknown(lock);
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

/** Throws for a database with migrations that this version does not have. */
async function refuseUnknown(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  const applied = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
  const known = new Set(migrations.map(({ name }) => name));
  if (applied.some(({ name }) => !known.has(name)))
    throw new Error('Another version, 0.3 or earlier, created this database: start with an empty database.');
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
