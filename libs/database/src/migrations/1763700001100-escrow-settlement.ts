import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceAccountId } from '../service-accounts';

const FEES = 'escrow-fees';

/** Escrows end: how each was paid, so that it can go back the same way; disputes; deadlines told of. */
export class EscrowSettlement1763700001100 implements MigrationInterface {
  name = 'EscrowSettlement1763700001100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE escrows
        ADD COLUMN paid_minor bigint CHECK (paid_minor > 0),
        ADD COLUMN paid_currency text,
        ADD COLUMN paid_through text CHECK (paid_through IN ('wallet', 'gateway')),
        ADD COLUMN payer_account_id uuid,
        ADD COLUMN overdue_at timestamptz;
      UPDATE escrows e
         SET paid_minor = a.received_minor, paid_currency = a.received_currency,
             paid_through = CASE a.method WHEN 'wallet' THEN 'wallet' ELSE 'gateway' END,
             payer_account_id = (SELECT w.id FROM wallets w
                                  WHERE w.owner_id = a.payer_id AND w.currency_code = a.received_currency)
        FROM checkout_sessions s JOIN checkout_attempts a ON a.id = s.attempt_id
       WHERE s.session_id = e.checkout_session_id;
      ALTER TABLE escrows
        ALTER COLUMN paid_minor SET NOT NULL,
        ALTER COLUMN paid_currency SET NOT NULL,
        ALTER COLUMN paid_through SET NOT NULL,
        ADD CONSTRAINT escrows_payer CHECK ((payer_account_id IS NOT NULL) = (mode = 'live' AND paid_through = 'wallet')),
        ADD CONSTRAINT escrows_parties CHECK (initiator_id <> beneficiary_id);
      CREATE INDEX escrows_deadline ON escrows (deadline_at)
        WHERE status IN ('funded', 'disputed') AND overdue_at IS NULL AND deadline_at IS NOT NULL;
      COMMENT ON COLUMN escrows.paid_minor IS 'what the initiator paid, fee included, in the currency they paid in';
      COMMENT ON COLUMN escrows.payer_account_id IS 'the wallet it came from; null where a gateway collected it';
      COMMENT ON COLUMN escrows.overdue_at IS 'when the parties were told that the deadline had passed';

      CREATE TABLE escrow_disputes (
        id uuid PRIMARY KEY,
        escrow_id uuid NOT NULL CONSTRAINT escrow_disputes_escrow UNIQUE REFERENCES escrows,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        status text NOT NULL CHECK (status IN ('open', 'responded', 'resolved')),
        raised_by text NOT NULL CHECK (raised_by IN ('initiator', 'beneficiary')),
        reason text NOT NULL,
        evidence text,
        response text,
        raised_at timestamptz NOT NULL,
        responded_at timestamptz,
        resolve_by timestamptz NOT NULL,
        resolution text CHECK (resolution IN ('release', 'refund', 'split')),
        beneficiary_minor bigint CHECK (beneficiary_minor >= 0),
        initiator_minor bigint CHECK (initiator_minor >= 0),
        resolution_note text,
        resolved_at timestamptz,
        alerted_at timestamptz,
        version int NOT NULL,
        CONSTRAINT escrow_disputes_resolved CHECK ((status = 'resolved') = (resolution IS NOT NULL))
      );
      CREATE INDEX escrow_disputes_open ON escrow_disputes (resolve_by) WHERE status <> 'resolved';
      COMMENT ON TABLE escrow_disputes IS 'one per escrow: whatever a dispute comes to ends the escrow';
      COMMENT ON COLUMN escrow_disputes.evidence IS 'an https address or text; shown, never fetched';
      COMMENT ON COLUMN escrow_disputes.alerted_at IS 'when staff were told that it is past resolve_by';
    `);
    // The last line of defence behind the state machines: what has ended stays as it ended.
    await runner.query(`
      CREATE FUNCTION escrow_keep_terminal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% % is %: it cannot change any more', TG_TABLE_NAME, OLD.id, OLD.status USING ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER escrows_terminal BEFORE UPDATE ON escrows FOR EACH ROW
        WHEN (OLD.status IN ('released', 'refunded', 'resolved_split') AND NEW.status <> OLD.status)
        EXECUTE FUNCTION escrow_keep_terminal();
      CREATE TRIGGER escrow_disputes_terminal BEFORE UPDATE ON escrow_disputes FOR EACH ROW
        WHEN (OLD.status = 'resolved') EXECUTE FUNCTION escrow_keep_terminal();

      ALTER TABLE checkout_attempts
        ADD COLUMN refund_minor bigint CHECK (refund_minor > 0),
        DROP CONSTRAINT checkout_attempts_unapplied_reason_check,
        ADD CONSTRAINT checkout_attempts_unapplied_reason_check
          CHECK (unapplied_reason IN ('expired', 'already-paid', 'amount-mismatch', 'escrow-returned'));
      COMMENT ON COLUMN checkout_attempts.refund_minor IS 'what is to go back of the money received; null: all of it';
      DROP TRIGGER checkout_attempts_terminal ON checkout_attempts;
      CREATE TRIGGER checkout_attempts_terminal BEFORE UPDATE ON checkout_attempts FOR EACH ROW
        WHEN (OLD.status IN ('succeeded', 'refunded', 'applied') AND NEW.status <> OLD.status
              AND NOT (OLD.status = 'succeeded' AND NEW.status = 'unapplied' AND NEW.unapplied_reason = 'escrow-returned'))
        EXECUTE FUNCTION checkout_keep_terminal();
    `);
    for (const currency of CURRENCIES) {
      await runner.query(
        'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2::text], ARRAY[$3::text])',
        [serviceAccountId(FEES, currency), FEES, currency],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // The books are append-only: accounts are never closed by a migration.
    await runner.query(`
      DROP TRIGGER checkout_attempts_terminal ON checkout_attempts;
      CREATE TRIGGER checkout_attempts_terminal BEFORE UPDATE ON checkout_attempts FOR EACH ROW
        WHEN (OLD.status IN ('succeeded', 'refunded', 'applied') AND NEW.status <> OLD.status) EXECUTE FUNCTION checkout_keep_terminal();
      ALTER TABLE checkout_attempts DROP COLUMN refund_minor;
      DROP TABLE escrow_disputes;
      DROP TRIGGER escrows_terminal ON escrows;
      DROP FUNCTION escrow_keep_terminal();
      ALTER TABLE escrows DROP COLUMN paid_minor, DROP COLUMN paid_currency, DROP COLUMN paid_through,
        DROP COLUMN payer_account_id, DROP COLUMN overdue_at, DROP CONSTRAINT escrows_parties;
    `);
  }
}
