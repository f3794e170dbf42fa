import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork, unparking } from '@app/write-path';
import { notFound } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { type Actor, AuditLog } from '../audit-log.service';
import { type ParkedEvent, ParkedEvents } from '../deliveries/parked-events.queries';

/** Has a parked event heard again, by the listeners that have not heard it yet. */
export class RetryParkedEvent extends Command<ParkedEvent> {
  constructor(
    readonly actor: Actor,
    readonly eventId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RetryParkedEvent)
export class RetryParkedEventHandler implements ICommandHandler<RetryParkedEvent> {
  constructor(
    private readonly parked: ParkedEvents,
    private readonly unit: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly queue: WorkQueue,
  ) {}

  async execute({ actor, eventId, reason }: RetryParkedEvent): Promise<ParkedEvent> {
    const event = await this.parked.find(eventId);
    if (!event) throw notFound('Parked event');
    const { attempts, error, parkedAt } = event;
    this.unit.stage(unparking(eventId));
    this.audit.stage(actor, {
      ...{ action: 'deliveries.retry-parked', subject: eventId, reason },
      before: { attempts, error, parkedAt },
      after: { attempts: 0, parkedAt: null },
    });
    this.unit.onCommitted(() => this.queue.add('outbox-relay', 'wake'));
    return event;
  }
}
