import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, within } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { EventHandlers, hasHandled } from '../events/event-handlers';
import type { StoredEvent } from '../events/stored-event';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { isTransient, recordFailure } from './relay-failures';
import { claimOne, claimUnrelayed, markHandled, markRelayed, type OutboxLane } from './unrelayed-events';

/** Below the server's limit for idle transactions, so that a handler that waits too long fails alone. */
const HANDLER_LIMIT_MS = 4000;
/** Of so many batches one serves the lane of subscriptions first, and the others serve the other lane first. */
const BATCHES_OF_A_ROUND = 4;

export interface RelayBacklog {
  /** Events not relayed yet, including failing ones. */
  waiting: number;
  /** Events that a handler failed on and that will be retried. */
  failing: number;
  /** Events whose handlers failed too often; staff must check them. */
  parked: number;
  oldestWaitingAt: Date | null;
}

/**
 * Passes committed events from the outbox to their handlers. A handler's writes commit together with the mark
 * that the event was handled, so each event is handled exactly once, even with several relays and after a
 * crash.
 */
@Injectable()
export class OutboxRelay {
  private readonly logger = new Logger('OutboxRelay');
  private readonly callbacks: (() => void)[] = [];
  private stopped = false;
  private batches = 0;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly handlers: EventHandlers,
    private readonly clock: Clock,
  ) {}

  /** Calls back after each commit that relayed events, because their handlers may have left work due. */
  onRelayed(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Relays until nothing is due. Throws only when the database is unavailable. */
  async drain(): Promise<void> {
    while (!this.stopped && (await this.relayBatch()) > 0);
  }

  /** Ends a drain after its current batch. */
  stop(): void {
    this.stopped = true;
  }

  async backlog(): Promise<RelayBacklog> {
    const { rows } = await this.pool.query<{
      waiting: string;
      parked: string;
      oldest: Date | null;
      failing: string;
    }>(
      `SELECT (SELECT count(*) FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL) AS waiting,
              (SELECT count(*) FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL AND attempts > 0) AS failing,
              (SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL) AS parked,
              (SELECT min(created_at) FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL) AS oldest`,
    );
    return {
      waiting: Number(rows[0]!.waiting),
      failing: Number(rows[0]!.failing),
      parked: Number(rows[0]!.parked),
      oldestWaitingAt: rows[0]!.oldest,
    };
  }

  /** Relays one batch in one transaction; if a handler fails, each event gets its own transaction. */
  private async relayBatch(): Promise<number> {
    let claimed: StoredEvent[] = [];
    try {
      await withTransaction(this.pool, async (tx) => {
        for (const lane of this.nextLanes()) {
          claimed = await claimUnrelayed(tx, this.clock.now(), lane);
          if (claimed.length > 0) break;
        }
        if (claimed.length > 0) await this.dispatch(claimed, tx);
      });
    } catch (error) {
      if (claimed.length === 0) throw error;
      return this.relaySingly(claimed);
    }
    if (claimed.length > 0) this.relayed();
    return claimed.length;
  }

  /** The lanes in the order in which the next batch looks into them. */
  private nextLanes(): OutboxLane[] {
    this.batches = (this.batches + 1) % BATCHES_OF_A_ROUND;
    return this.batches === 0 ? ['subscriptions', 'others'] : ['others', 'subscriptions'];
  }

  private async relaySingly(events: StoredEvent[]): Promise<number> {
    let count = 0;
    const waiting = new Set<string>();
    for (const event of events) {
      if (this.stopped || waiting.has(event.aggregateId)) continue;
      if (await this.relayOne(event)) count += 1;
      else waiting.add(event.aggregateId);
    }
    if (count > 0) this.relayed();
    return count;
  }

  /**
   * Runs each handler in its own transaction, so that a failure does not affect the others. Returns true when
   * the event no longer blocks later ones, because it was relayed or parked.
   */
  private async relayOne({ id, type }: StoredEvent): Promise<boolean> {
    const subscribers = this.handlers.subscribersOf(type);
    let failure: Error | null = null;
    for (const subscriber of subscribers) {
      let claimed = false;
      try {
        const isThere = await withTransaction(this.pool, async (tx) => {
          const event = await claimOne(tx, id);
          if (!event) return false;
          claimed = true;
          if (hasHandled(event, subscriber.name)) return true;
          await withinLimit(subscriber.handle(event, tx));
          await markHandled(tx, id, subscriber.name);
          return true;
        });
        if (!isThere) return false;
      } catch (error) {
        const { message } = error as Error;
        if (!claimed || isTransient(error)) {
          this.logger.warn(`${type} ${id} waits: ${message}`);
          return false;
        }
        failure ??= new Error(`${subscriber.name}: ${message}`, { cause: error });
      }
    }
    return failure ? this.failed(id, type, failure) : this.finishRelay(id);
  }

  private async finishRelay(id: string): Promise<boolean> {
    return withTransaction(this.pool, async (tx) => {
      const event = await claimOne(tx, id);
      if (event) await markRelayed(tx, this.clock.now(), [id]);
      return event !== null;
    });
  }

  /** Records the failure. Returns whether the event is now parked. */
  private async failed(id: string, type: string, error: Error): Promise<boolean> {
    const failure = await recordFailure(this.pool, this.clock.now(), id, error);
    if (!failure) return false;
    const what = failure.parked ? 'is parked, staff have to look' : 'is tried again';
    this.logger.error(
      `${type} ${id} failed ${failure.attempts} times and ${what}: ${error.message}`,
      (error.cause as Error).stack,
    );
    return failure.parked;
  }

  private async dispatch(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    for (const event of events) await withinLimit(this.handlers.dispatchAfterCommit(event, tx));
    await withinLimit(this.handlers.dispatchAfterCommitBatch(events, tx));
    const ids = events.map(({ id }) => id);
    await markRelayed(tx, this.clock.now(), ids);
  }

  private relayed(): void {
    for (const callback of this.callbacks) callback();
  }
}

async function withinLimit(handling: Promise<void>): Promise<void> {
  try {
    await within(HANDLER_LIMIT_MS, handling, () => {
      throw new Error(`a handler took over ${HANDLER_LIMIT_MS} ms`);
    });
  } catch (thrown) {
    throw typeof (thrown as Error | undefined)?.message === 'string' ? thrown : new Error(String(thrown));
  }
}
