import type { DomainEvent } from './domain-event';

/**
 * An object that guards its own rules. Its methods change its state and record what happened;
 * the unit of work persists both. `version` is the guard of every update.
 */
export abstract class Aggregate {
  abstract id: string;
  version = 0;

  #events: DomainEvent[] = [];

  protected record(event: DomainEvent): void {
    this.#events.push(event);
  }

  /** Hands over the events recorded since the last call. */
  pullEvents(): DomainEvent[] {
    return this.#events.splice(0);
  }
}
