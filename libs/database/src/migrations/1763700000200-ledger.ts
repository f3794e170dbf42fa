import type { MigrationInterface, QueryRunner } from 'typeorm';

const LEG_PARTITIONS = 16;
const JOURNAL_PARTITIONS = 8;

/** The books. Every table is read-only to the apps: money moves through `ledger.commit_units` alone. */
export class Ledger1763700000200 implements MigrationInterface {
  name = 'Ledger1763700000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA ledger;
      GRANT USAGE ON SCHEMA ledger TO payments_app;

      CREATE TABLE ledger.accounts (
        id uuid PRIMARY KEY,
        owner_id uuid,
        code text NOT NULL,
        currency char(3) NOT NULL,
        mode text NOT NULL DEFAULT 'live' CHECK (mode = 'live'),
        created_at timestamptz NOT NULL,
        UNIQUE NULLS NOT DISTINCT (owner_id, code, currency)
      );
      COMMENT ON COLUMN ledger.accounts.owner_id IS 'null: an account of the service itself';

      -- One narrow row per customer account, updated in place (HOT): hence no other index and a low fill factor.
      CREATE TABLE ledger.balances (
        account_id uuid PRIMARY KEY,
        currency char(3) NOT NULL,
        balance_minor bigint NOT NULL DEFAULT 0 CHECK (balance_minor >= 0),
        seq bigint NOT NULL DEFAULT 0,
        frozen boolean NOT NULL DEFAULT false
      ) WITH (fillfactor = 50);
      COMMENT ON COLUMN ledger.balances.seq IS 'number of legs so far: the last key of the account in ledger.legs';

      CREATE TABLE ledger.journals (
        id uuid PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        type text NOT NULL,
        event_id uuid NOT NULL,
        currency char(3) NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
        reference text,
        description text,
        related_type text NOT NULL,
        related_id text NOT NULL,
        metadata jsonb,
        accounts uuid[] NOT NULL CHECK (cardinality(accounts) >= 2),
        amounts bigint[] NOT NULL CHECK (cardinality(amounts) = cardinality(accounts)),
        seqs bigint[] NOT NULL CHECK (cardinality(seqs) = cardinality(accounts)),
        created_at timestamptz NOT NULL
      ) PARTITION BY HASH (id);
      -- The order in which journals are sealed: transactions below the oldest running one can gain no more rows.
      CREATE INDEX journals_seal_order ON ledger.journals (xid, id);
      COMMENT ON TABLE ledger.journals IS 'Append-only. Names its legs by (account, seq), so that a missing leg shows.';

      CREATE TABLE ledger.legs (
        account_id uuid NOT NULL,
        seq bigint NOT NULL,
        journal_id uuid NOT NULL,
        type text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
        balance_after_minor bigint CHECK (balance_after_minor >= 0),
        counterparty_id uuid,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, seq)
      ) PARTITION BY HASH (account_id);
      COMMENT ON COLUMN ledger.legs.balance_after_minor IS 'null on accounts of the service: their legs are insert-only and lock nothing';

      CREATE SEQUENCE ledger.service_leg_seq CACHE 64;

      CREATE TABLE ledger.once (
        key text PRIMARY KEY,
        journal_id uuid NOT NULL
      );
      COMMENT ON TABLE ledger.once IS 'Natural keys of postings that may happen one time only, e.g. one credit per gateway transaction';

      CREATE TABLE ledger.seals (
        position bigint PRIMARY KEY,
        journal_id uuid NOT NULL UNIQUE,
        xid xid8 NOT NULL,
        hash bytea NOT NULL
      );
      COMMENT ON TABLE ledger.seals IS 'Hash chain over the journals in seal order: hash = sha256(previous hash || digest of the journal)';

      CREATE TABLE ledger.service_balances (
        account_id uuid PRIMARY KEY,
        balance_minor bigint NOT NULL
      );
      COMMENT ON TABLE ledger.service_balances IS 'Balances of the service''s own accounts as of the last seal';
    `);
    for (let i = 0; i < LEG_PARTITIONS; i++) {
      await runner.query(
        `CREATE TABLE ledger.legs_${i} PARTITION OF ledger.legs FOR VALUES WITH (MODULUS ${LEG_PARTITIONS}, REMAINDER ${i})`,
      );
    }
    for (let i = 0; i < JOURNAL_PARTITIONS; i++) {
      await runner.query(
        `CREATE TABLE ledger.journals_${i} PARTITION OF ledger.journals FOR VALUES WITH (MODULUS ${JOURNAL_PARTITIONS}, REMAINDER ${i})`,
      );
    }
    await runner.query(`
      CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% on ledger.% is refused: the books are append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
      END $$;
    `);
    for (const table of ['journals', 'legs', 'seals', 'once', 'accounts']) {
      await runner.query(`
        CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.${table} FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
        CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
      `);
    }
    await runner.query('GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA ledger CASCADE');
  }
}
