import { EventsHandler } from '@nestjs/cqrs';
import { isCountedRefund, RefundCompleted } from '@app/checkout';
import { type Mode, uuidv7 } from '@app/kernel';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { numberOf } from '../invoice-number.policy';

/** An invoice payment of which something was refunded. */
interface RefundedPayment {
  invoiceId: string;
  ownerId: string;
  mode: Mode;
}

/**
 * Gives a refund of an invoice payment its credit note, when the payer has the money. The note stays if the refund comes
 * back, because the client still has a claim to the money; the next refund needs none for that part.
 */
@EventsHandler(RefundCompleted)
@AfterCommit('credit-refunded-invoices')
export class CreditRefundedInvoices implements AfterCommitHandler<RefundCompleted> {
  async handle({ data }: StoredEvent<RefundCompleted>, tx: PoolClient): Promise<void> {
    const { sessionId, refundId, reason, endedAt } = data;
    // The lock puts the refunds of an invoice in order.
    const { rows } = await tx.query<RefundedPayment>(
      `SELECT i.id AS "invoiceId", i.owner_id AS "ownerId", i.mode
         FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id WHERE p.session_id = $1 FOR UPDATE OF i`,
      [sessionId],
    );
    const [payment] = rows;
    if (!payment) return;
    const amountMinor = await uncredited(tx, sessionId!);
    if (amountMinor <= 0n) return;
    const now = new Date(endedAt);
    await tx.query(
      `INSERT INTO credit_notes (id, owner_id, mode, number, invoice_id, amount_minor, reason, refund_id, created_at, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)`,
      [
        uuidv7(now),
        payment.ownerId,
        payment.mode,
        await nextNumber(tx, payment, now),
        payment.invoiceId,
        amountMinor,
        reason ?? `Refund ${refundId}`,
        refundId,
        now,
      ],
    );
  }
}

/** What the completed refunds of a session come to, less their credit notes. */
async function uncredited(tx: PoolClient, sessionId: string): Promise<bigint> {
  const { rows } = await tx.query<{ minor: string }>(
    `SELECT coalesce(sum(r.face_minor) FILTER (WHERE ${isCountedRefund('r')}), 0) - coalesce(sum(n.amount_minor), 0) AS minor
       FROM refunds r LEFT JOIN credit_notes n ON n.refund_id = r.refund_id
      WHERE r.session_id = $1 AND r.status = 'completed'`,
    [sessionId],
  );
  return BigInt(rows[0]!.minor);
}

async function nextNumber(tx: PoolClient, { ownerId, mode }: RefundedPayment, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const { rows } = await tx.query<{ last: number }>(
    `INSERT INTO invoice_series (id, owner_id, mode, kind, year, last, version) VALUES ($1, $2, $3, 'CN', $4, 1, 1)
     ON CONFLICT ON CONSTRAINT invoice_series_name
     DO UPDATE SET last = invoice_series.last + 1, version = invoice_series.version + 1
     RETURNING last`,
    [uuidv7(now), ownerId, mode, year],
  );
  return numberOf('CN', year, rows[0]!.last);
}
