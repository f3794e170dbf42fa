import type { DataSource } from 'typeorm';
import { EventSenderService, type SenderOptions } from './event-sender.service';

const MAX_ATTEMPTS = 4;

interface StoredEvent {
  id: string;
  /** Includes this one. */
  attempts: number;
}

interface EventTable {
  name: string;
  /** The claimed events with what their reports need: a query on `claimed`. */
  reported: string;
}

/** Sends the events of one table at least once: every second, four times at most, until they are acknowledged. */
export abstract class StoredEventsService<Due extends StoredEvent> extends EventSenderService<Due> {
  protected constructor(
    protected readonly database: DataSource,
    private readonly table: EventTable,
    options: SenderOptions,
  ) {
    super(options);
  }

  /** Sends an event; whether it was acknowledged. */
  protected abstract report(event: Due): Promise<boolean>;

  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ due_at: Date | null }[]>(
      `SELECT min(due_at) AS due_at FROM ${this.table.name} WHERE state = 'due'`,
    );
    return row!.due_at;
  }

  claim(room: number, upTo: Date): Promise<Due[]> {
    const { name, reported } = this.table;
    return this.database.query(
      `WITH claimed AS (
         UPDATE ${name} SET attempts = attempts + 1, due_at = now() + interval '30 seconds'
          WHERE id IN (SELECT id FROM ${name} WHERE state = 'due' AND due_at <= $2
                        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       ${reported}`,
      [room, upTo],
    );
  }

  async work(event: Due): Promise<void> {
    const isTaken = await this.report(event).catch(() => false);
    const state = isTaken ? 'sent' : event.attempts >= MAX_ATTEMPTS ? 'given-up' : 'due';
    await this.database.query(
      `UPDATE ${this.table.name} SET state = $2, due_at = now() + interval '1 second' WHERE id = $1`,
      [event.id, state],
    );
  }
}
