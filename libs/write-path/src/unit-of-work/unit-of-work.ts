import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { Clock, type DomainEvent, uuidv7 } from '@app/kernel';
import type { AuditDetails } from './audit-details';
import { BalanceAfter } from './balance-after';
import type { Journal } from './journal';
import type { RowWrite } from './row-write';
import type { OutgoingCount } from './outgoing-count';
import type { SqlWrite } from './sql-write';
import { PendingWrites } from './pending-writes';

/**
 * The writes of the running command. Handlers and repositories add to it, and `Commands` commits it. It throws
 * outside a command, because all writes go through commands.
 */
@Injectable()
export class UnitOfWork {
  private readonly storage = new AsyncLocalStorage<PendingWrites>();
  private running = 0;
  private deciding: PendingWrites | null = null;

  constructor(private readonly clock: Clock) {}

  /** Makes `pendingWrites` current for `body` and everything that it awaits. */
  async run<T>(pendingWrites: PendingWrites, body: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await this.storage.run(pendingWrites, body);
    } finally {
      this.running -= 1;
      // Tracking contexts slows every promise of the process, so it stops with the last one.
      if (this.running === 0) this.storage.disable();
    }
  }

  /** Makes `pendingWrites` current until `decide` returns. */
  runAtOnce<T>(pendingWrites: PendingWrites, decide: () => T): T {
    this.deciding = pendingWrites;
    try {
      return decide();
    } finally {
      this.deciding = null;
    }
  }

  /**
   * Takes a lock until the unit has committed. Units of this process that wait for it hold no connection; the first lock
   * of a unit decides.
   */
  lock(name: string): void {
    this.current.turn ??= name;
    const sql = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
    this.stage({ sql, parameters: [name], lock: name });
  }

  /**
   * Lets the unit commit only while `query` finds a row; the command starts over where it no longer does. The query is
   * checked after the locks and before the writes of the unit. `name` identifies its text, and the text casts its
   * parameters, because it also runs for many units at once.
   */
  require(name: string, query: string, parameters: readonly (string | bigint | number | null)[]): void {
    const texts = parameters.map((value) => (value === null ? null : String(value)));
    this.stage({ sql: query, parameters: texts, condition: name, expectedRows: 1 });
  }

  /** Adds an event, for the `OutboxPublisher`; it commits to the outbox. Returns its id. */
  record(event: DomainEvent): string {
    const id = uuidv7(this.clock.now());
    this.current.events.push({ id, event });
    return id;
  }

  /** Stages a write. It runs when the unit commits, in the order staged. */
  stage(write: SqlWrite | RowWrite): void {
    this.current.writes.push(write);
  }

  /** Books for the event that is being handled; only its in-transaction handlers may. */
  book(journal: Omit<Journal, 'eventId'>): void {
    const { journals, handledEventId: eventId } = this.current;
    if (!eventId) throw new Error('A booking outside the handler of an event.');
    journals.push({ ...journal, eventId });
  }

  /** Counts outgoing money against the daily limit of its owner: the unit commits within the limit or is refused. */
  countOutgoing(count: OutgoingCount): void {
    this.current.outgoing.push(count);
  }

  /** Adds details to the audit entry that the action declares; its row commits with the other writes. */
  audit(details: AuditDetails): void {
    this.current.auditDetails = details;
  }

  /** Takes back the details that were added, for a command that runs the command of another action. */
  takeAudit(): AuditDetails {
    const { current } = this;
    const details = current.auditDetails ?? {};
    current.auditDetails = null;
    return details;
  }

  /** The balance of `accountId` after this unit has committed, for the command's result. One per command. */
  balanceAfter(accountId: string): BalanceAfter {
    this.current.balanceAfter = new BalanceAfter(accountId);
    return this.current.balanceAfter;
  }

  /**
   * Runs `callback` in this process after the unit has committed: for wake-ups, because it is lost in a crash.
   */
  onCommitted(callback: () => void): void {
    this.current.callbacks.push(callback);
  }

  private get current(): PendingWrites {
    const work = this.deciding ?? this.storage.getStore();
    if (!work) throw new Error('A write outside a command: go through Commands.');
    return work;
  }
}
