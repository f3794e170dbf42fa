import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, type Mode, randomToken, sha256 } from '@app/kernel';
import { DataSource } from 'typeorm';
import type { BvnBehaviour } from './test-numbers.policy';

const SLOW_SECONDS = 5;

/** A row of `simulator.bvn_verifications`. */
export interface SimulatedBvn {
  id: string;
  mode: Mode;
  reference: string;
  behaviour: BvnBehaviour;
  first_name: string;
  last_name: string;
  redirect_url: string | null;
  decision: 'approve' | 'decline' | null;
  created_at: Date;
  /** When its record can be read; null: not before the person has decided. */
  completes_at: Date | null;
}

export interface NewBvn {
  mode: Mode;
  behaviour: BvnBehaviour;
  firstName: string;
  lastName: string;
  redirectUrl: string | null;
}

/** Stores verifications without their numbers. */
@Injectable()
export class SimulatedBvnsStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** `pageToken` is null where no consent is asked for. */
  async open({ mode, behaviour, firstName, lastName, redirectUrl }: NewBvn) {
    const now = this.clock.now();
    const pageToken = behaviour === 'consent' ? randomToken(32) : null;
    const reference = `FLW${randomBytes(13).toString('hex')}`;
    const completesAt = behaviour === 'slow' ? addSeconds(now, SLOW_SECONDS) : now;
    await this.database.query(
      `INSERT INTO simulator.bvn_verifications (mode, reference, behaviour, first_name, last_name, redirect_url, page_hash,
         created_at, completes_at, event_state, event_due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11::int * interval '1 second')`,
      [
        mode,
        reference,
        behaviour,
        firstName,
        lastName,
        redirectUrl,
        pageToken && sha256(pageToken),
        now,
        pageToken ? null : completesAt,
        behaviour === 'slow' ? 'due' : 'none',
        SLOW_SECONDS,
      ],
    );
    return { reference, pageToken };
  }

  byReference(mode: Mode, reference: string): Promise<SimulatedBvn | null> {
    return this.one(`SELECT * FROM simulator.bvn_verifications WHERE mode = $1 AND reference = $2`, [
      mode,
      reference,
    ]);
  }

  byPage(token: string): Promise<SimulatedBvn | null> {
    return this.one(`SELECT * FROM simulator.bvn_verifications WHERE page_hash = $1`, [sha256(token)]);
  }

  /** Records the person's decision and its event. Null where they have decided already. */
  decide({ id }: SimulatedBvn, decision: 'approve' | 'decline'): Promise<SimulatedBvn | null> {
    return this.one(
      `WITH decided AS (
         UPDATE simulator.bvn_verifications
            SET decision = $2, completes_at = $3, event_state = 'due', event_due_at = now()
          WHERE id = $1 AND decision IS NULL RETURNING *)
       SELECT * FROM decided`,
      [id, decision, this.clock.now()],
    );
  }

  private async one(sql: string, parameters: unknown[]): Promise<SimulatedBvn | null> {
    const [row] = await this.database.query<SimulatedBvn[]>(sql, parameters);
    return row ?? null;
  }
}
