import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff roles that wait for their holder to set a password and a second factor. */
export class StaffInvitations1763700001322 implements MigrationInterface {
  name = 'StaffInvitations1763700001322';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_invitations (
        user_id uuid PRIMARY KEY,
        role text NOT NULL CHECK (role IN ('support', 'finance', 'compliance', 'admin')),
        token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      COMMENT ON TABLE staff_invitations IS 'one per account; a later link replaces it, and its use removes it';
      CREATE INDEX users_staff ON users (staff_role) WHERE staff_role IS NOT NULL;
      CREATE INDEX users_phone ON users (phone) WHERE phone IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_phone, users_staff; DROP TABLE staff_invitations');
  }
}
