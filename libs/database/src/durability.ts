import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

const REQUIRED = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/**
 * Throws in production if the server may lose acknowledged commits. In other environments it logs a warning,
 * because test servers are temporary and need not wait for their disk.
 */
export async function requireDurability(dataSource: DataSource, isProduction: boolean): Promise<void> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name`,
    [REQUIRED],
  );
  if (rows.length === 0) return;
  const settings = rows.map(({ name }) => `${name}=off`).join(', ');
  const warning = `PostgreSQL runs with ${settings}: acknowledged payments could be lost.`;
  if (isProduction) throw new Error(warning);
  new Logger('Database').warn(warning);
}
