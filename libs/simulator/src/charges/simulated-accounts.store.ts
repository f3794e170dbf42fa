import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, type Mode, randomToken } from '@app/kernel';
import { DataSource } from 'typeorm';
import type { AccountOrder, PermanentAccountOrder } from './method-order.dto';
import type { SimulatedCharge } from './simulated-charge';

/**
 * A row of `simulator.accounts`: an account number that receives transfers for one reference, also after its expiry.
 */
export interface SimulatedAccount {
  id: string;
  account_number: string;
  mode: Mode;
  tx_ref: string;
  reference: string;
  /** Null: for any amount. */
  amount_minor: string | null;
  currency: string;
  email: string;
  merchant_name: string | null;
  /** Null: permanent. */
  expires_at: Date | null;
}

/** Account numbers of the simulated bank and the transfers to them. */
@Injectable()
export class SimulatedAccountsStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Null if the reference already has an account. `pageToken` opens the page on which a tester makes transfers. */
  async openAccount(mode: Mode, order: AccountOrder, pageToken: string): Promise<SimulatedAccount | null> {
    const now = this.clock.now();
    return this.one(
      `INSERT INTO simulator.accounts (account_number, mode, tx_ref, reference, amount_minor, currency, email,
         merchant_name, page_hash, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5::bigint, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (mode, tx_ref) WHERE expires_at IS NOT NULL DO NOTHING RETURNING *`,
      [
        newNumber(),
        mode,
        order.txRef,
        `SIM-${randomToken(18)}`,
        order.amountMinor.toString(),
        order.currency,
        order.email,
        order.merchantName,
        hashOf(pageToken),
        addSeconds(now, order.expiresInSeconds),
        now,
      ],
    );
  }

  /** A number for any number of transfers of any amount; a reference may have several. */
  async openPermanentAccount(
    mode: Mode,
    { txRef, email, merchantName }: PermanentAccountOrder,
    pageToken: string,
  ): Promise<SimulatedAccount> {
    const opened = await this.one(
      `INSERT INTO simulator.accounts (account_number, mode, tx_ref, reference, currency, email, merchant_name, page_hash,
         created_at)
       VALUES ($1, $2, $3, $4, 'NGN', $5, $6, $7, $8) RETURNING *`,
      [
        newNumber(),
        mode,
        txRef,
        `SIM-${randomToken(18)}`,
        email,
        merchantName,
        hashOf(pageToken),
        this.clock.now(),
      ],
    );
    return opened!;
  }

  byPage(token: string): Promise<SimulatedAccount | null> {
    return this.one(`SELECT * FROM simulator.accounts WHERE page_hash = $1`, [hashOf(token)]);
  }

  /** Records a received transfer as a separate transaction with its events. */
  async receive(
    account: SimulatedAccount,
    amountMinor: bigint,
    events: { copies: number; delayMs: number },
  ): Promise<SimulatedCharge> {
    const [charge] = await this.database.query<SimulatedCharge[]>(
      `WITH received AS (
         INSERT INTO simulator.charges (mode, tx_ref, gw_ref, method, status, amount_minor, charged_minor, currency, email,
           merchant_name, brand, last4, processor_response, created_at, completed_at)
         VALUES ($1, $2, $3, 'bank_transfer', 'successful', $4::bigint, $4::bigint, $5, $6, $7, '', '',
           'Transfer received', $8, $8)
         RETURNING *),
       booked AS (
         INSERT INTO simulator.events (charge_id, mode, due_at)
         SELECT id, mode, now() + $9::int * interval '1 millisecond' FROM received, generate_series(1, $10::int))
       SELECT * FROM received`,
      [
        account.mode,
        account.tx_ref,
        `SIM-${randomToken(18)}`,
        amountMinor.toString(),
        account.currency,
        account.email,
        account.merchant_name,
        this.clock.now(),
        events.delayMs,
        events.copies,
      ],
    );
    return charge!;
  }

  private async one(sql: string, parameters: unknown[]): Promise<SimulatedAccount | null> {
    const [row] = await this.database.query<SimulatedAccount[]>(sql, parameters);
    return row ?? null;
  }
}

/** Of ten digits, as in Nigeria. */
function newNumber(): string {
  return `99${String(randomInt(100_000_000)).padStart(8, '0')}`;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
