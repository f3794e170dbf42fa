import { SetMetadata } from '@nestjs/common';
import type { IEventHandler } from '@nestjs/cqrs';
import type { DomainEvent } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { StoredEvent } from './stored-event';

/**
 * Handles an event after its commit. Writes through `tx` commit together with the mark that the event was
 * handled.
 */
export interface AfterCommitHandler<E extends DomainEvent = DomainEvent> {
  handle(event: StoredEvent<E>, tx: PoolClient): Promise<void>;
}

/** Handles every event after its commit, in batches and in order. */
export interface AfterCommitBatchHandler {
  handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void>;
}

/** When a handler runs. The outbox stores `name` with the events that it has handled. */
export type Guarantee =
  | { when: 'in-transaction' }
  | { when: 'after-commit'; name: string }
  | { when: 'after-commit-batch'; name: string };

export const GUARANTEE = 'event-handler:guarantee';

type HandlerClass<H> = new (...args: never[]) => H;

/**
 * Declares that the handler runs in the unit of work that records the event and commits with it. It may stage
 * writes, book and publish further events. It must be synchronous if a `PreparedCommand` publishes the event.
 */
export const InTransaction = (): ((handler: HandlerClass<IEventHandler<never>>) => void) =>
  guarantee({ when: 'in-transaction' });

/**
 * Declares that the handler runs after the commit, from the outbox, exactly once and in the order of the
 * object's events. It calls no other system: it writes a row that is due, and a worker makes the call. `name`
 * is stored with events, so it stays the same when the class is renamed.
 */
export const AfterCommit = (name: string): ((handler: HandlerClass<AfterCommitHandler<never>>) => void) =>
  guarantee({ when: 'after-commit', name });

/** As `AfterCommit`, for an `@EventsHandler(DomainEvent)` that handles all events in batches. */
export const AfterCommitBatch = (name: string): ((handler: HandlerClass<AfterCommitBatchHandler>) => void) =>
  guarantee({ when: 'after-commit-batch', name });

function guarantee(value: Guarantee): (handler: HandlerClass<unknown>) => void {
  return SetMetadata(GUARANTEE, value);
}
