import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { UnitOfWork, unparkEvent } from '@app/write-path';
import { notFound } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { type ParkedEvent, ParkedEventsQueries } from '../parked-events.queries';

/** Relays a parked event again, to the handlers that have not handled it. */
export class RetryParkedEvent extends Command<ParkedEvent> {
  constructor(
    readonly caller: UserCaller,
    readonly eventId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RetryParkedEvent)
export class RetryParkedEventHandler implements ICommandHandler<RetryParkedEvent> {
  constructor(
    private readonly parked: ParkedEventsQueries,
    private readonly unit: UnitOfWork,
    private readonly queue: WorkQueue,
  ) {}

  /** FORBIDDEN where the event is of an object of the caller. */
  async execute({ caller, eventId, reason }: RetryParkedEvent): Promise<ParkedEvent> {
    const event = await this.parked.find(eventId);
    if (!event) throw notFound('Parked event');
    assertNotOwn(caller, event.ownerId, 'retry an event');
    const { attempts, error, parkedAt } = event;
    this.unit.stage(unparkEvent(eventId));
    this.unit.audit({
      subject: eventId,
      reason,
      before: { attempts, error, parkedAt },
      after: { attempts: 0, parkedAt: null },
    });
    this.unit.onCommitted(() => this.queue.add('outbox-relay', 'wake'));
    return event;
  }
}
