import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

const REQUIRED = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/**
 * In production, refuses to work on a server that may forget what it acknowledged. Elsewhere the log says so: the
 * tests' own server is thrown away after them and need not wait for its disk.
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
