import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members of the accounts of businesses, their invitations and what they did. */
export class Team1764288000000 implements MigrationInterface {
  name = 'Team1764288000000';
  /** The lib that owns the tables. */
  readonly lib = 'accounts';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE team_members (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  invited_by uuid NOT NULL,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  CHECK (account_id <> user_id),
  CHECK (role IN ('admin', 'developer', 'finance', 'support'))
);
COMMENT ON TABLE team_members IS 'people who act for the account of a business, beside its owner';
CREATE INDEX team_members_user ON team_members (user_id);
CREATE TRIGGER announce_role AFTER UPDATE ON team_members FOR EACH ROW EXECUTE FUNCTION tell_of_caller('user_id');
CREATE TRIGGER announce_removal AFTER DELETE ON team_members FOR EACH ROW EXECUTE FUNCTION tell_of_caller('user_id');
CREATE TRIGGER announce_truncation AFTER TRUNCATE ON team_members FOR EACH STATEMENT EXECUTE FUNCTION tell_of_all_callers();

CREATE TABLE team_invitations (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK (email = lower(email)),
  CHECK (role IN ('admin', 'developer', 'finance', 'support')),
  CHECK (octet_length(token_hash) = 32),
  CHECK (end_reason IN ('accepted', 'declined', 'revoked', 'replaced', 'closed')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
COMMENT ON TABLE team_invitations IS 'ended and expired ones are kept for a while, because mails are counted by them';
CREATE INDEX team_invitations_account ON team_invitations (account_id, created_at);
CREATE INDEX team_invitations_age ON team_invitations (expires_at);
CREATE UNIQUE INDEX team_invitations_open ON team_invitations (account_id, email) WHERE (ended_at IS NULL);

CREATE TABLE account_activity (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  at timestamptz NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  action text NOT NULL,
  subject text,
  address text NOT NULL,
  request_id text NOT NULL,
  outcome text NOT NULL,
  PRIMARY KEY (id),
  CHECK (role IN ('owner', 'admin', 'developer', 'finance', 'support'))
);
COMMENT ON TABLE account_activity IS 'what members did in an account, and its owner with team and apps; append-only, kept for two years';
COMMENT ON COLUMN account_activity.outcome IS 'done, or the error code of a refusal that committed';
CREATE INDEX account_activity_account ON account_activity (account_id, at, id);
CREATE INDEX account_activity_age ON account_activity (at);
CREATE TRIGGER append_only BEFORE UPDATE ON account_activity FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

ALTER TABLE sessions ADD COLUMN account_id uuid;
COMMENT ON COLUMN sessions.account_id IS 'the account of a business for which the member acts; null: the own account';
CREATE INDEX sessions_account ON sessions (account_id, user_id) WHERE (account_id IS NOT NULL);
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
ALTER TABLE sessions DROP COLUMN account_id;
DROP TABLE account_activity, team_invitations, team_members;
`);
  }
}
