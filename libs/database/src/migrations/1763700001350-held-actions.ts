import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Actions of staff that wait for a second person, and how each ended. */
export class HeldActions1763700001350 implements MigrationInterface {
  name = 'HeldActions1763700001350';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE held_actions (
        id uuid PRIMARY KEY,
        action text NOT NULL,
        body jsonb NOT NULL,
        maker_id uuid NOT NULL,
        maker_session_id uuid NOT NULL,
        address text NOT NULL,
        request_id text NOT NULL,
        status text NOT NULL
          CONSTRAINT held_actions_status CHECK (status IN ('awaiting_approval', 'executed', 'refused', 'withdrawn', 'failed')),
        made_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        decided_by uuid,
        decided_at timestamptz,
        decision_reason text,
        refusal_code text,
        refusal_message text,
        version integer NOT NULL,
        CONSTRAINT held_actions_decided CHECK ((status = 'awaiting_approval') = (decided_by IS NULL)),
        CONSTRAINT held_actions_second_person
          CHECK (CASE status WHEN 'withdrawn' THEN decided_by = maker_id ELSE decided_by <> maker_id END)
      );
      CREATE INDEX held_actions_awaiting ON held_actions (made_at) WHERE status = 'awaiting_approval';
      CREATE INDEX held_actions_made ON held_actions (made_at, id);
      COMMENT ON TABLE held_actions IS 'awaiting_approval past expires_at means expired: such a row is not rewritten';
      COMMENT ON COLUMN held_actions.body IS 'the validated fields of the request';
      COMMENT ON COLUMN held_actions.address IS 'the network address of the maker, for the audit entry of the action';
      REVOKE UPDATE, DELETE ON held_actions FROM payments_app;
      GRANT UPDATE (status, decided_by, decided_at, decision_reason, refusal_code, refusal_message, version)
        ON held_actions TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE held_actions');
  }
}
