import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus, type IEventPublisher } from '@nestjs/cqrs';
import type { DomainEvent } from '@app/kernel';
import { UnitOfWork } from '../unit-of-work/unit-of-work';

/**
 * The publisher of Nest's `EventBus`: a published event joins the current unit of work, which commits it to the
 * outbox. Nest's in-memory publisher is replaced, so `EventHandlers` runs the handlers instead of Nest.
 */
@Injectable()
export class OutboxPublisher implements IEventPublisher<DomainEvent>, OnModuleInit {
  constructor(
    private readonly eventBus: EventBus<DomainEvent>,
    private readonly unit: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.eventBus.publisher = this;
  }

  /** Returns the event's id. Throws outside a command. */
  publish(event: DomainEvent): string {
    return this.unit.record(event);
  }

  publishAll(events: readonly DomainEvent[]): string[] {
    return events.map((event) => this.unit.record(event));
  }
}
