import type { DataSource } from 'typeorm';

const REQUIRED = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** Refuses to work on a server that may forget what it acknowledged. */
export async function requireDurability(dataSource: DataSource): Promise<void> {
  for (const setting of REQUIRED) {
    const [row] = await dataSource.query<{ value: string }[]>('SELECT current_setting($1) AS value', [
      setting,
    ]);
    if (row?.value === 'off')
      throw new Error(`PostgreSQL runs with ${setting}=off: acknowledged payments could be lost.`);
  }
}
