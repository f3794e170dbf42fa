import type { Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule, EventBus, EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { Clock, DomainEvent, ManualClock } from '@app/kernel';
import type { PoolClient } from 'pg';
import { PendingWrites } from '../unit-of-work/pending-writes';
import { UnitOfWork } from '../unit-of-work/unit-of-work';
import { EventHandlers } from './event-handlers';
import {
  AfterCommit,
  AfterCommitBatch,
  type AfterCommitBatchHandler,
  type AfterCommitHandler,
  InTransaction,
} from './handler-decorators';
import { OutboxPublisher } from './outbox-publisher';
import type { StoredEvent } from './stored-event';

class Opened extends DomainEvent<{ name: string }> {
  static override readonly type = 'thing.opened';
}
class Closed extends DomainEvent<{ name: string }> {
  static override readonly type = 'thing.closed';
}

abstract class Counted extends DomainEvent<{ name: string }> {}
class Added extends Counted {
  static override readonly type = 'thing.added';
}
class Removed extends Counted {
  static override readonly type = 'thing.removed';
}

const calls: string[] = [];

/** Publishes another event, which is handled in the same unit of work. */
@EventsHandler(Opened)
@InTransaction()
class CloseWhatOpens implements IEventHandler<Opened> {
  constructor(private readonly eventBus: EventBus) {}

  handle({ data }: Opened): void {
    calls.push(`in transaction: ${data.name} opened`);
    this.eventBus.publish(closed(data.name));
  }
}

@EventsHandler(Closed)
@InTransaction()
class BookClosing implements IEventHandler<Closed> {
  constructor(private readonly unit: UnitOfWork) {}

  handle({ data }: Closed): void {
    calls.push(`in transaction: ${data.name} closed`);
    this.unit.book({ id: data.name } as never);
  }
}

@EventsHandler(Added)
@InTransaction()
class NoteAdding implements IEventHandler<Added> {
  handle({ data }: Added): void {
    calls.push(`${data.name} added`);
  }
}

@EventsHandler(Counted)
@InTransaction()
class CountThings implements IEventHandler<Counted> {
  handle({ data }: Counted): void {
    calls.push(`${data.name} counted`);
  }
}

@EventsHandler(Opened, Closed)
@AfterCommit('note-things')
class NoteThings implements AfterCommitHandler<Opened | Closed> {
  handle({ type, data }: StoredEvent<Opened | Closed>): Promise<void> {
    calls.push(`after commit: ${type} ${data.name}`);
    return Promise.resolve();
  }
}

@EventsHandler(DomainEvent)
@AfterCommitBatch('count-events')
class CountEvents implements AfterCommitBatchHandler {
  handle(events: readonly StoredEvent[]): Promise<void> {
    calls.push(`after commit: ${events.length} events`);
    return Promise.resolve();
  }
}

async function start(...providers: Provider[]) {
  const module = await Test.createTestingModule({
    imports: [CqrsModule.forRoot(), DiscoveryModule],
    providers: [
      { provide: Clock, useValue: new ManualClock() },
      ...[UnitOfWork, OutboxPublisher, EventHandlers],
      ...providers,
    ],
  }).compile();
  return module.init();
}

const opened = (name: string) => new Opened(name, 'owner-1', 'live', { name });
const closed = (name: string) => new Closed(name, 'owner-1', 'live', { name });
const stored = (event: DomainEvent<{ name: string }>, handledBy?: string[]): StoredEvent<Opened> => ({
  id: event.aggregateId,
  type: event.type,
  aggregateType: event.aggregateType,
  aggregateId: event.aggregateId,
  ownerId: event.ownerId,
  mode: event.mode,
  data: event.data,
  correlationId: 'request-1',
  createdAt: new Date(),
  ...(handledBy && { handledBy }),
});

describe('Event handlers', () => {
  beforeEach(() => calls.splice(0));

  it('run in the unit of work that records the event, and so do handlers of the events that they publish', async () => {
    const module = await start(CloseWhatOpens, BookClosing, NoteThings, CountEvents);
    const [unit, handlers] = [module.get(UnitOfWork), module.get(EventHandlers)];
    for (const dispatch of ['dispatchAtOnce', 'dispatchInTransaction'] as const) {
      const pendingWrites = new PendingWrites();
      await unit.run(pendingWrites, async () => {
        module.get(EventBus).publishAll([opened('a')]);
        expect(calls).toEqual([]);
        await handlers[dispatch](pendingWrites);
      });
      expect(calls.splice(0)).toEqual(['in transaction: a opened', 'in transaction: a closed']);
      const [first, second] = pendingWrites.events;
      expect([first!.event.type, second!.event.type]).toEqual([Opened.type, Closed.type]);
      expect(pendingWrites.journals).toEqual([{ id: 'a', eventId: second!.id }]);
    }
    await module.close();
  });

  it('run for every event that extends their abstract class, before the handlers of that event', async () => {
    const module = await start(NoteAdding, CountThings, CloseWhatOpens);
    const event = (Class: typeof Added | typeof Removed) => new Class('a', 'owner-1', 'live', { name: 'a' });
    const dispatched = async (...events: DomainEvent[]) => {
      const unit = new PendingWrites();
      unit.events.push(...events.map((event) => ({ id: event.type, event })));
      await module.get(EventHandlers).dispatchInTransaction(unit);
      return calls.splice(0);
    };
    expect(await dispatched(event(Added))).toEqual(['a counted', 'a added']);
    expect(await dispatched(event(Removed), event(Added))).toEqual(['a counted', 'a counted', 'a added']);
    expect(await dispatched(closed('a'))).toEqual([]);
    await module.close();
  });

  it('can book only while an event is handled, and publish only in a unit of work', async () => {
    const module = await start();
    const unit = module.get(UnitOfWork);
    expect(() => unit.runAtOnce(new PendingWrites(), () => unit.book({} as never))).toThrow(
      'A booking outside the handler of an event.',
    );
    expect(() => module.get(EventBus).publish(opened('a')) as unknown).toThrow('A write outside a command');
    await module.close();
  });

  it('run after the commit, one by one or in batches, and only once', async () => {
    const module = await start(CloseWhatOpens, NoteThings, CountEvents);
    const [handlers, tx] = [module.get(EventHandlers), {} as PoolClient];
    await handlers.dispatchAfterCommit(stored(opened('a')), tx);
    await handlers.dispatchAfterCommit(stored(opened('b'), ['note-things']), tx);
    await handlers.dispatchAfterCommitBatch([stored(opened('a')), stored(closed('b'))], tx);
    await handlers.dispatchAfterCommitBatch([stored(opened('a')), stored(closed('b'), ['count-events'])], tx);
    await handlers.dispatchAfterCommitBatch([stored(closed('b'), ['count-events'])], tx);
    expect(calls).toEqual([
      'after commit: thing.opened a',
      'after commit: 2 events',
      'after commit: 1 events',
    ]);
    expect(handlers.subscribersOf(Closed.type).map(({ name }) => name)).toEqual([
      'note-things',
      'count-events',
    ]);
    expect(handlers.subscribersOf('thing.renamed').map(({ name }) => name)).toEqual(['count-events']);
    await module.close();
  });

  it('are synchronous for a prepared command', async () => {
    const module = await start(NoteInTransaction);
    const unit = new PendingWrites();
    unit.events.push({ id: 'event-1', event: opened('a') });
    expect(() => module.get(EventHandlers).dispatchAtOnce(unit)).toThrow(
      'a handler of thing.opened is asynchronous: no PreparedCommand may publish it',
    );
    await module.close();
  });

  it.each([
    ['without a guarantee', () => NoGuarantee, 'NoGuarantee states no guarantee'],
    ['without handle()', () => NoHandle, 'NoHandle has no handle()'],
    ['without events', () => NoEvents, 'NoEvents names no events'],
    ['that is not marked as a handler', () => NotMarked, 'NotMarked names no events'],
    ['of every event, one by one', () => EveryOne, 'EveryOne @AfterCommitBatch() goes with'],
    ['of one event, in batches', () => OneInBatches, 'OneInBatches @AfterCommitBatch() goes with'],
    [
      'of an abstract class after the commit',
      () => OfAbstract,
      'handles Counted, which only @InTransaction()',
    ],
    ['with the name of another', () => SameName, 'SameName has the name of another handler, note-things'],
  ])('handlers %s stop the app at start', async (_, handler, message) => {
    await expect(start(NoteThings, handler())).rejects.toThrow(message);
  });
});

@EventsHandler(Opened)
@InTransaction()
class NoteInTransaction implements IEventHandler<Opened> {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

@EventsHandler(Opened)
class NoGuarantee implements IEventHandler<Opened> {
  handle(): void {}
}

@EventsHandler(Opened)
// @ts-expect-error The compiler refuses it too.
@InTransaction()
class NoHandle {}

@EventsHandler()
@InTransaction()
class NoEvents implements IEventHandler<Opened> {
  handle(): void {}
}

@InTransaction()
class NotMarked implements IEventHandler<Opened> {
  handle(): void {}
}

@EventsHandler(DomainEvent)
@AfterCommit('every-one')
class EveryOne extends NoteThings {}

@EventsHandler(Opened)
@AfterCommitBatch('one-in-batches')
class OneInBatches extends CountEvents {}

@EventsHandler(Counted)
@AfterCommit('of-abstract')
class OfAbstract extends NoteThings {}

@EventsHandler(Opened)
@AfterCommit('note-things')
class SameName extends NoteThings {}
