import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, type Mode, Money } from '@app/kernel';
import { REVERSAL_KEY } from '@app/ledger';
import type { Pool } from 'pg';
import type { ChargedPayment } from './chargeback-amount.policy';

interface Row {
  owner_id: string;
  app_id: string | null;
  payment_id: string;
  session_id: string | null;
  invoice_id: string | null;
  deposit_ref: string | null;
  transaction_id: string;
  face: string;
  currency: Currency;
  /** The price with a fee that the payer paid on top. */
  due: string;
  received: string;
  received_currency: Currency;
  escrow_id: string | null;
  escrow_status: string | null;
  beneficiary: string | null;
  is_reversed: boolean;
}

const isReversed = (key: string): string =>
  `EXISTS (SELECT 1 FROM ledger.once p JOIN ledger.once r ON r.key = '${REVERSAL_KEY}' || p.journal_id WHERE p.key = ${key})`;

const SESSIONS = `
  SELECT a.owner_id, s.app_id, a.id AS payment_id, s.session_id, NULL AS invoice_id, NULL AS deposit_ref,
         a.gateway_transaction_id AS transaction_id, s.amount_minor AS face, s.currency, s.amount_minor + s.fee_minor AS due,
         a.received_minor AS received, a.received_currency, e.id AS escrow_id, e.status AS escrow_status,
         d.beneficiary_minor AS beneficiary, ${isReversed(`'checkout ' || s.session_id`)} AS is_reversed
    FROM checkout_attempts a
    JOIN checkout_sessions s ON s.attempt_id = a.id
    LEFT JOIN escrows e ON e.checkout_session_id = s.session_id
    LEFT JOIN escrow_disputes d ON d.escrow_id = e.id
   WHERE a.mode = $1 AND a.status = 'succeeded' AND a.method = 'card'`;

const INVOICES = `
  SELECT c.owner_id, c.app_id, i.id AS payment_id, NULL AS session_id, i.invoice_id, NULL AS deposit_ref,
         c.gateway_transaction_id AS transaction_id, i.amount_minor AS face, i.currency, i.amount_minor AS due,
         c.charge_minor AS received, c.charge_currency AS received_currency, NULL::uuid AS escrow_id, NULL AS escrow_status,
         NULL::bigint AS beneficiary, ${isReversed(`'subscription-card ' || i.invoice_id`)} AS is_reversed
    FROM card_charges c JOIN subscription_invoices i ON i.id = c.invoice_key
   WHERE c.mode = $1 AND c.is_applied`;

const DEPOSITS = `
  SELECT d.owner_id, NULL::uuid AS app_id, d.id AS payment_id, NULL AS session_id, NULL AS invoice_id, d.tx_ref AS deposit_ref,
         $3::text AS transaction_id, j.amount_minor AS face, j.currency, j.amount_minor AS due, j.amount_minor AS received,
         j.currency AS received_currency, NULL::uuid AS escrow_id, NULL AS escrow_status, NULL::bigint AS beneficiary,
         ${isReversed('o.key')} AS is_reversed
    FROM ledger.once o JOIN ledger.journals j ON j.id = o.journal_id JOIN deposits d ON d.tx_ref = j.reference
   WHERE $1::text = 'live' AND o.key IN ('deposit ' || $2 || ' ' || $3, 'unapplied-credit ' || $2 || ' ' || $3)`;

/** Finds the card payment that a chargeback is of. */
@Injectable()
export class ChargedPaymentsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** By the id of the transaction at the company; null where it credited no owner. */
  async ofTransaction(mode: Mode, gateway: string, transactionId: string): Promise<ChargedPayment | null> {
    return this.read(
      mode,
      `${SESSIONS} AND a.gateway = $2 AND a.gateway_transaction_id = $3
       UNION ALL ${INVOICES} AND c.gateway = $2 AND c.gateway_transaction_id = $3
       UNION ALL ${DEPOSITS}`,
      [mode, gateway, transactionId],
    );
  }

  /** The paid test session or invoice of an owner. */
  async ofTest(ownerId: string, id: string): Promise<ChargedPayment | null> {
    return this.read(
      'test',
      `${SESSIONS} AND a.owner_id = $2 AND s.session_id = $3
       UNION ALL ${INVOICES} AND c.owner_id = $2 AND i.invoice_id = $3`,
      ['test', ownerId, id],
    );
  }

  /** Whether an app has this test session or invoice, paid or not. */
  async isOfTestApp({ ownerId, appId }: { ownerId: string; appId: string }, id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM checkout_sessions WHERE session_id = $3 AND owner_id = $1 AND app_id = $2 AND mode = 'test'
       UNION ALL
       SELECT 1 FROM subscription_invoices WHERE invoice_id = $3 AND owner_id = $1 AND app_id = $2 AND mode = 'test'`,
      [ownerId, appId, id],
    );
    return rowCount! > 0;
  }

  /** Accounts of the customer of a subscription, by the internal id of the invoice that was paid; none for other payments. */
  async customersOf(paymentId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT u.id FROM subscription_invoices i
         JOIN subscriptions s ON s.id = i.subscription_key
         JOIN users u ON u.id = s.customer_id OR u.email = lower(i.customer_email)
        WHERE i.id = $1`,
      [paymentId],
    );
    return rows.map(({ id }) => id);
  }

  private async read(mode: Mode, sql: string, values: unknown[]): Promise<ChargedPayment | null> {
    const { rows } = await this.pool.query<Row>(sql, values);
    return rows[0] ? paymentOf(mode, rows[0]) : null;
  }
}

function paymentOf(mode: Mode, row: Row): ChargedPayment {
  const received = new Money(BigInt(row.received), row.received_currency);
  const [due, face] = [new Money(BigInt(row.due), row.currency), faceOf(row)];
  const isHeld = row.escrow_status === 'funded' || row.escrow_status === 'disputed';
  return {
    ownerId: row.owner_id,
    appId: row.app_id,
    mode,
    paymentId: row.payment_id,
    sessionId: row.session_id,
    invoiceId: row.invoice_id,
    depositRef: row.deposit_ref,
    gatewayTransactionId: row.transaction_id,
    face: new Money(face, row.currency),
    charged: new Money((received.minor * face) / due.minor, received.currency),
    held: isHeld ? { escrowId: row.escrow_id!, face: due, charged: received } : null,
  };
}

/** The share of what is due that the owner got: not the fee of an escrow. */
function faceOf(row: Row): bigint {
  if (row.is_reversed || row.escrow_status === 'refunded') return 0n;
  return BigInt(row.escrow_status === 'resolved_split' ? row.beneficiary! : row.face);
}
