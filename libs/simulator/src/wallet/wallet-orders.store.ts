import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, type Mode, randomToken } from '@app/kernel';
import { DataSource } from 'typeorm';

/** A row of `simulator.wallet_orders`; amounts are int8 as text, in minor units. */
export interface SimulatedOrder {
  id: string;
  mode: Mode;
  reference: string;
  status: 'created' | 'approved' | 'completed' | 'declined' | 'cancelled';
  amount_minor: string;
  currency: string;
  description: string;
  return_url: string;
  page_token: string;
  capture_id: string | null;
  captured_minor: string | null;
}

export interface NewOrder {
  reference: string;
  amountMinor: bigint;
  currency: string;
  description: string;
  returnUrl: string;
}

/** Stores the external wallet's orders: one per reference, which takes each step once. */
@Injectable()
export class WalletOrdersStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Returns the order of this reference, and creates it if there is none. */
  async openOrder(mode: Mode, order: NewOrder): Promise<SimulatedOrder> {
    const token = randomToken(32);
    await this.database.query(
      `INSERT INTO simulator.wallet_orders (id, mode, reference, amount_minor, currency, description, return_url, page_token,
         page_hash, created_at)
       VALUES ($1, $2, $3, $4::bigint, $5, $6, $7, $8, $9, $10) ON CONFLICT (mode, reference) DO NOTHING`,
      [
        `ORDER-${randomToken(12)}`,
        mode,
        order.reference,
        order.amountMinor.toString(),
        order.currency,
        order.description,
        order.returnUrl,
        token,
        hashOf(token),
        this.clock.now(),
      ],
    );
    return (await this.byReference(mode, order.reference))!;
  }

  byReference(mode: Mode, reference: string): Promise<SimulatedOrder | null> {
    return this.one(`SELECT * FROM simulator.wallet_orders WHERE mode = $1 AND reference = $2`, [
      mode,
      reference,
    ]);
  }

  byPage(token: string): Promise<SimulatedOrder | null> {
    return this.one(`SELECT * FROM simulator.wallet_orders WHERE page_hash = $1`, [hashOf(token)]);
  }

  byCapture(mode: Mode, captureId: string): Promise<SimulatedOrder | null> {
    return this.one(`SELECT * FROM simulator.wallet_orders WHERE mode = $1 AND capture_id = $2`, [
      mode,
      captureId,
    ]);
  }

  /** Records the buyer's decision and its event; null where the order accepts none any more. */
  decide(order: SimulatedOrder, approved: boolean): Promise<SimulatedOrder | null> {
    return this.move(order, ['created'], approved ? 'approved' : 'declined', 'CHECKOUT.ORDER.DECIDED');
  }

  /** Null where there is nothing to capture: not approved, cancelled, or captured already. */
  capture(order: SimulatedOrder, withholdMinor: bigint): Promise<SimulatedOrder | null> {
    return this.move(order, ['approved'], 'completed', 'PAYMENT.CAPTURE.COMPLETED', withholdMinor);
  }

  cancel(order: SimulatedOrder): Promise<SimulatedOrder | null> {
    return this.move(order, ['created', 'approved'], 'cancelled', null);
  }

  /** Null where the remaining amount is too small. A known reference returns its first refund. */
  async refund(order: SimulatedOrder, amountMinor: bigint, reference: string): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }[]>(
      `WITH earlier AS (SELECT id FROM simulator.wallet_refunds WHERE order_id = $1 AND reference = $3),
       covered AS (
         UPDATE simulator.wallet_orders SET refunded_minor = refunded_minor + $2::bigint
          WHERE id = $1 AND status = 'completed' AND refunded_minor + $2::bigint <= captured_minor
            AND NOT EXISTS (SELECT FROM earlier) RETURNING id),
       booked AS (
         INSERT INTO simulator.wallet_refunds (order_id, reference, amount_minor)
         SELECT id, $3, $2::bigint FROM covered RETURNING id)
       SELECT id FROM earlier UNION ALL SELECT id FROM booked`,
      [order.id, amountMinor.toString(), reference],
    );
    return row?.id ?? null;
  }

  /** Returns a refund of an order in this mode. */
  async refundById(mode: Mode, id: string): Promise<{ id: string; amount_minor: string } | null> {
    const [row] = await this.database.query<{ id: string; amount_minor: string }[]>(
      `SELECT r.id, r.amount_minor FROM simulator.wallet_refunds r JOIN simulator.wallet_orders o ON o.id = r.order_id
        WHERE r.id = $1 AND o.mode = $2`,
      [id, mode],
    );
    return row ?? null;
  }

  private move(
    { id }: SimulatedOrder,
    from: SimulatedOrder['status'][],
    to: SimulatedOrder['status'],
    event: string | null,
    withholdMinor = 0n,
  ): Promise<SimulatedOrder | null> {
    return this.one(
      `WITH moved AS (
         UPDATE simulator.wallet_orders
            SET status = $3,
                capture_id = CASE $3 WHEN 'completed' THEN $5 END,
                captured_minor = CASE $3 WHEN 'completed' THEN amount_minor - $6::bigint END
          WHERE id = $1 AND status = ANY($2) RETURNING *),
       told AS (
         INSERT INTO simulator.wallet_events (order_id, mode, type, due_at)
         SELECT id, mode, $4, now() FROM moved WHERE $4::text IS NOT NULL)
       SELECT * FROM moved`,
      [id, from, to, event, `CAPTURE-${randomToken(12)}`, withholdMinor.toString()],
    );
  }

  private async one(sql: string, parameters: unknown[]): Promise<SimulatedOrder | null> {
    const [row] = await this.database.query<SimulatedOrder[]>(sql, parameters);
    return row ?? null;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
