import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Handlers of events by the name that the outbox kept before, and the one that it keeps now. */
const RENAMED = [
  ['WhenAnythingHappens.number', 'number-app-events'],
  ['WhenAnythingHappens.tell', 'notify-recipients'],
] as const;

/** Handlers have names of their own, and an event that is not relayed yet names those that have handled it. */
export class EventHandlerNames1763700001160 implements MigrationInterface {
  name = 'EventHandlerNames1763700001160';

  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after] of RENAMED) await rename(runner, before, after);
    await runner.query(
      `COMMENT ON COLUMN outbox.heard_by IS 'handlers that have handled it while another failed: they do not get it again'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, after] of RENAMED) await rename(runner, after, before);
    await runner.query(
      `COMMENT ON COLUMN outbox.heard_by IS 'listeners that have heard it while another failed: they never hear it again'`,
    );
  }
}

/** Relayed events name no handlers. */
async function rename(runner: QueryRunner, before: string, after: string): Promise<void> {
  await runner.query(
    `UPDATE outbox SET heard_by = array_replace(heard_by, $1, $2) WHERE relayed_at IS NULL AND $1 = ANY (heard_by)`,
    [before, after],
  );
}
