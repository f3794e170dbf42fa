import type { DomainEvent } from './domain-event';

/**
 * An object that guards its own rules. Its methods change its state and record events; its store writes the state and
 * publishes the events. `version` is the guard of every update. The reads are named as those of Nest's `AggregateRoot`;
 * its `apply` is `record` here, because to apply a payment means something else.
 */
export abstract class Aggregate {
  abstract id: string;
  version = 0;

  #events: DomainEvent[] = [];

  /** Keeps an event until the aggregate is stored. */
  protected record(event: DomainEvent): void {
    this.#events.push(event);
  }

  getUncommittedEvents(): DomainEvent[] {
    return this.#events;
  }

  uncommit(): void {
    this.#events = [];
  }
}
