import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

const LIFETIME_SECONDS = 10 * 60;
const PURPOSE = 'waiting card';

/** `taken`: the card was sent with a PIN before, and is erased. */
export type TakenCard =
  { state: 'waiting'; txRef: string; payload: Record<string, unknown> } | { state: 'taken'; txRef: string };

/**
 * Cards whose charge waits for a PIN, because the protocol requires the whole card again with the PIN. They are sealed
 * in the database for ten minutes at most, so that any process can continue the charge, and erased when it is continued
 * or ends.
 */
@Injectable()
export class WaitingCardsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async put(handle: string, txRef: string, payload: object): Promise<void> {
    const sealed = this.vault.seal(JSON.stringify(payload), PURPOSE, handle);
    await this.pool.query(
      'INSERT INTO waiting_cards (handle, tx_ref, sealed, expires_at) VALUES ($1, $2, $3, $4)',
      [handle, txRef, sealed, addSeconds(this.clock.now(), LIFETIME_SECONDS)],
    );
  }

  /** Gives the card once, to one process; afterwards only that it was taken. Null: unknown, expired or ended. */
  async take(handle: string): Promise<TakenCard | null> {
    const { rows } = await this.pool.query<{ tx_ref: string; sealed: Buffer | null }>(
      `WITH found AS (
         SELECT handle, tx_ref, sealed FROM waiting_cards WHERE handle = $1 AND expires_at > $2 FOR UPDATE
       ), erased AS (
         UPDATE waiting_cards card SET sealed = NULL FROM found WHERE card.handle = found.handle
       )
       SELECT tx_ref, sealed FROM found`,
      [handle, this.clock.now()],
    );
    const row = rows[0];
    if (!row) return null;
    const { tx_ref: txRef, sealed } = row;
    if (sealed === null) return { state: 'taken', txRef };
    const payload = JSON.parse(this.vault.unseal(sealed, PURPOSE, handle)) as Record<string, unknown>;
    return { state: 'waiting', txRef, payload };
  }

  /** Stages the erasure of the cards of a charge that has ended. */
  erase(txRef: string): void {
    this.unit.stage({ sql: 'DELETE FROM waiting_cards WHERE tx_ref = $1', parameters: [txRef] });
  }
}
