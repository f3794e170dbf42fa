import type { MigrationInterface, QueryRunner } from 'typeorm';

const triggerFor = (columns: readonly string[]) => `
  DROP TRIGGER tell_of_standing ON users;
  CREATE TRIGGER tell_of_standing AFTER UPDATE OF ${columns.join(', ')} ON users FOR EACH ROW
    WHEN ((${columns.map((column) => `NEW.${column}`).join(', ')})
      IS DISTINCT FROM (${columns.map((column) => `OLD.${column}`).join(', ')}))
    EXECUTE FUNCTION tell_of_caller('id');
`;

/** Callers carry whether their e-mail address is proved, so the processes that cache them are notified of it. */
export class ProvedCallers1763700001321 implements MigrationInterface {
  name = 'ProvedCallers1763700001321';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(triggerFor(['account_type', 'staff_role', 'frozen_at', 'email_verified_at']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(triggerFor(['account_type', 'staff_role', 'frozen_at']));
  }
}
