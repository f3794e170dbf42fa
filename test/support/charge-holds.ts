import { randomUUID } from 'node:crypto';
import type { Platform } from './platform';

/** A stop of silent charges, as after an interruption; gives its id. */
export async function holdCharges(platform: Platform): Promise<string> {
  const id = randomUUID();
  await platform.sql(
    `INSERT INTO charge_holds (id, cause, seconds, held_at) VALUES ($1, 'interruption', 100000, $2)`,
    [id, platform.clock.now()],
  );
  return id;
}
