import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** Movements per transaction, and accounts whose window moves in one. */
const BATCH = 2000;
/** Movements whose texts are indexed in one transaction. */
const INDEXED = 4096;

/**
 * Adds sealed movements to the rollups, indexes the texts of accounts with many, and takes days that have left their window
 * out of the sums by sender. A run that is stopped or doubled counts nothing twice; reads add what is not folded yet.
 */
@Injectable()
export class MovementFoldingService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * Folds until no account has `least` movements, or until `signal`; returns the number of folded movements. An account
   * with fewer waits for its next ones, because folding a few costs little less than folding many.
   */
  async fold(signal?: AbortSignal, least = 1): Promise<number> {
    let total = await this.foldSums(least, signal);
    // Texts wait for sums: what was booked in the meantime is folded first.
    while (!signal?.aborted && (await this.indexTexts())) total += await this.foldSums(least, signal);
    while (!signal?.aborted && (await this.moveWindows()) === BATCH);
    return total;
  }

  private async foldSums(least: number, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (let isDone = false; !isDone && !signal?.aborted;) {
      const { rows } = await this.pool.query<{ folded: string; is_done: boolean }>(
        'SELECT * FROM ledger.fold_movements($1, $2, $3)',
        [this.clock.now(), BATCH, least],
      );
      total += +rows[0]!.folded;
      isDone = rows[0]!.is_done;
    }
    return total;
  }

  /** Whether an account had enough movements that were not indexed. */
  private async indexTexts(): Promise<boolean> {
    const { rows } = await this.pool.query<{ indexed: string }>(
      'SELECT ledger.index_movements($1) AS indexed',
      [INDEXED],
    );
    return rows[0]!.indexed !== '0';
  }

  private async moveWindows(): Promise<number> {
    const { rows } = await this.pool.query<{ moved: number }>(
      'SELECT ledger.move_sender_windows($1, $2) AS moved',
      [this.clock.now(), BATCH],
    );
    return rows[0]!.moved;
  }
}
