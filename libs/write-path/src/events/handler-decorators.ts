import { SetMetadata } from '@nestjs/common';
import type { IEventHandler } from '@nestjs/cqrs';
import type { DomainEvent } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { StoredEvent } from './stored-event';

/** Handles an event after its commit. What it writes through `tx` commits with the mark that the event was handled. */
export interface AfterCommitHandler<E extends DomainEvent = DomainEvent> {
  handle(event: StoredEvent<E>, tx: PoolClient): Promise<void>;
}

/** Handles every event after its commit, those relayed together at once and in their order. */
export interface AfterCommitBatchHandler {
  handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void>;
}

/** When a handler runs. `name` marks in the outbox which events it has handled. */
export type Guarantee =
  | { when: 'in-transaction' }
  | { when: 'after-commit'; name: string }
  | { when: 'after-commit-batch'; name: string };

export const GUARANTEE = 'event-handler:guarantee';

type HandlerClass<H> = new (...args: never[]) => H;

/**
 * States that the handler runs in the unit of work that records the event, and commits with it or not at all. It may
 * stage writes, book and publish further events. Where a `PreparedCommand` publishes the event it must be synchronous.
 */
export const InTransaction = (): ((handler: HandlerClass<IEventHandler<never>>) => void) =>
  guarantee({ when: 'in-transaction' });

/**
 * States that the handler runs after the commit, from the outbox: exactly once, and in the order of the event's
 * object. It does not call other systems: it writes a row that is due, and a worker makes the call. `name` is stored
 * with events, so it stays the same when the class is renamed.
 */
export const AfterCommit = (name: string): ((handler: HandlerClass<AfterCommitHandler<never>>) => void) =>
  guarantee({ when: 'after-commit', name });

/** As `AfterCommit`, for an `@EventsHandler(DomainEvent)`, which handles every event, many at once. */
export const AfterCommitBatch = (name: string): ((handler: HandlerClass<AfterCommitBatchHandler>) => void) =>
  guarantee({ when: 'after-commit-batch', name });

function guarantee(value: Guarantee): (handler: HandlerClass<unknown>) => void {
  return SetMetadata(GUARANTEE, value);
}
