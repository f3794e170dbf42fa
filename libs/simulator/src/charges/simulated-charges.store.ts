import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, type Mode, randomToken } from '@app/kernel';
import { DataSource } from 'typeorm';
import type { Order } from './charge-order.dto';
import type { SimulatedCharge, Verdict } from './simulated-charge';

const UNIQUE_VIOLATION = '23505';

interface NewCharge {
  mode: Mode;
  order: Order;
  method: SimulatedCharge['method'];
  brand?: string;
  last4?: string;
  /** `12/34` */
  expiry?: string | null;
  awaits: SimulatedCharge['awaits'];
  processorResponse: string;
  /** The secret in the challenge page's address. Only its hash is stored. */
  challengeToken?: string;
}

/** Stores the company's charges. Each statement is one round trip, and a charge leaves `pending` once. */
@Injectable()
export class SimulatedChargesStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Null if the reference is already paid. A failed or pending charge does not prevent another attempt. */
  async openCharge({
    mode,
    order,
    method,
    brand = '',
    last4 = '',
    expiry = null,
    awaits,
    processorResponse,
    challengeToken,
  }: NewCharge) {
    return this.one(
      `INSERT INTO simulator.charges (mode, tx_ref, gw_ref, awaits, amount_minor, charged_minor, currency, email, full_name,
         merchant_name, client_ip, brand, last4, redirect_url, challenge_hash, processor_response, created_at, method, card_expiry)
       SELECT $1, $2, $3, $4, $5::bigint, $5::bigint, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
       WHERE NOT EXISTS (SELECT FROM simulator.charges WHERE mode = $1 AND tx_ref = $2 AND status = 'successful')
       RETURNING *`,
      [
        mode,
        order.txRef,
        `SIM-${randomToken(18)}`,
        awaits,
        order.amountMinor.toString(),
        order.currency,
        order.email,
        order.fullName,
        order.merchantName,
        order.clientIp,
        brand,
        last4,
        order.redirectUrl,
        challengeToken === undefined ? null : challengeHash(challengeToken),
        processorResponse,
        this.clock.now(),
        method,
        expiry,
      ],
    );
  }

  /**
   * Ends a pending charge and stores its events in the same statement. Null if it had already ended. `withholdMinor`
   * reduces the charged amount (a simulated failure).
   */
  async settle(
    id: string,
    verdict: Verdict,
    events: { copies: number; delayMs: number; withholdMinor: bigint },
  ) {
    return this.one(
      `WITH settled AS (
         UPDATE simulator.charges SET status = $2, processor_response = $3, card_token = CASE method WHEN 'card' THEN $4 END, completed_at = $5,
           charged_minor = greatest(amount_minor - $6::bigint, 0)
         WHERE id = $1 AND status = 'pending' RETURNING *),
       booked AS (
         INSERT INTO simulator.events (charge_id, mode, due_at)
         SELECT id, mode, now() + $7::int * interval '1 millisecond' FROM settled, generate_series(1, $8::int))
       SELECT * FROM settled`,
      [
        id,
        verdict.approved ? 'successful' : 'failed',
        verdict.processorResponse,
        verdict.approved ? `sim-token-${randomToken(18)}` : null,
        this.clock.now(),
        events.withholdMinor.toString(),
        events.delayMs,
        events.copies,
      ],
    );
  }

  byId(mode: Mode, id: string) {
    return this.one(`SELECT * FROM simulator.charges WHERE mode = $1 AND id = $2`, [mode, id]);
  }

  byGwRef(mode: Mode, gwRef: string) {
    return this.one(`SELECT * FROM simulator.charges WHERE mode = $1 AND gw_ref = $2`, [mode, gwRef]);
  }

  /** Returns the paid attempt, otherwise one that can still be paid, otherwise the latest failed one. */
  byReference(mode: Mode, txRef: string) {
    return this.one(
      `SELECT * FROM simulator.charges WHERE mode = $1 AND tx_ref = $2
       ORDER BY array_position(ARRAY['successful', 'pending', 'failed'], status), id DESC LIMIT 1`,
      [mode, txRef],
    );
  }

  /** Returns all attempts, oldest first. */
  /** A page of charges, newest first. `from`: a day as `YYYY-MM-DD`. */
  async pageOfReference(
    mode: Mode,
    txRef: string,
    { from, page, size }: { from: string | null; page: number; size: number },
  ): Promise<{ charges: SimulatedCharge[]; total: number }> {
    const matching = `FROM simulator.charges WHERE mode = $1 AND tx_ref = $2
                       AND ($3::date IS NULL OR created_at >= ($3::date)::timestamp AT TIME ZONE 'UTC')`;
    const [charges, [{ total }]] = await Promise.all([
      this.database.query<SimulatedCharge[]>(`SELECT * ${matching} ORDER BY id DESC LIMIT $4 OFFSET $5`, [
        mode,
        txRef,
        from,
        size,
        (page - 1) * size,
      ]),
      this.database.query<[{ total: number }]>(`SELECT count(*)::int AS total ${matching}`, [
        mode,
        txRef,
        from,
      ]),
    ]);
    return { charges, total };
  }

  /** Returns the charge with which a card was saved. */
  byToken(mode: Mode, token: string) {
    return this.one(`SELECT * FROM simulator.charges WHERE mode = $1 AND card_token = $2`, [mode, token]);
  }

  /** The number of declined card charges of a payer since the last that was approved. */
  async declinedInRow(mode: Mode, email: string): Promise<number> {
    const [{ declined }] = await this.database.query<[{ declined: number }]>(
      `SELECT count(*)::int AS declined FROM simulator.charges
        WHERE mode = $1 AND email = $2 AND method = 'card' AND status = 'failed'
          AND id > coalesce((SELECT max(id) FROM simulator.charges
                              WHERE mode = $1 AND email = $2 AND method = 'card' AND status = 'successful'), 0)`,
      [mode, email],
    );
    return declined;
  }

  byChallenge(token: string) {
    return this.one(`SELECT * FROM simulator.charges WHERE challenge_hash = $1`, [challengeHash(token)]);
  }

  async abandonedSince(since: Date): Promise<SimulatedCharge[]> {
    return this.database.query(
      `SELECT * FROM simulator.charges WHERE status = 'pending' AND created_at < $1 ORDER BY created_at LIMIT 50`,
      [since],
    );
  }

  private async one(sql: string, parameters: unknown[]): Promise<SimulatedCharge | null> {
    const [row] = await this.database.query<SimulatedCharge[]>(sql, parameters);
    return row ?? null;
  }
}

/** Whether two attempts of one reference were approved at the same time. The unique index accepts the first. */
export function isPaidTwice(error: unknown): boolean {
  const { code, constraint } =
    (error as { driverError?: { code?: string; constraint?: string } }).driverError ?? {};
  return code === UNIQUE_VIOLATION && constraint === 'charges_paid_once';
}

function challengeHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
