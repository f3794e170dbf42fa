import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import type { PoolClient } from 'pg';
import { DomainEvent, type DomainEventClass } from '@app/kernel';
import type { PendingWrites } from '../unit-of-work/pending-writes';
import { GUARANTEE, type Guarantee } from './handler-decorators';
import type { StoredEvent } from './stored-event';

/** The metadata key of `@EventsHandler`, which @nestjs/cqrs does not export. */
const EVENTS_HANDLER_METADATA = '__eventsHandler__';

/** A handler that runs after the commit, with the name that the outbox stores. */
export interface Subscriber {
  name: string;
  handle(event: StoredEvent, tx: PoolClient): Promise<void>;
}

interface BatchSubscriber {
  name: string;
  handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void>;
}

type InTransactionHandler = (event: DomainEvent) => void | Promise<void>;

/** A class that events extend. It has no `type`, and its handlers run in the transaction. */
type AbstractEventClass = (abstract new (...args: never[]) => DomainEvent) & { readonly type: undefined };
type HandledClass = DomainEventClass | AbstractEventClass;

/** Finds the classes with `@EventsHandler` at start and runs each with its guarantee. */
@Injectable()
export class EventHandlers implements OnApplicationBootstrap {
  private readonly inTransaction = new Map<string, InTransactionHandler[]>();
  private readonly ofAbstract: { base: AbstractEventClass; handle: InTransactionHandler }[] = [];
  /** The in-transaction handlers of each class of events that was dispatched. */
  private readonly joined = new Map<unknown, readonly InTransactionHandler[]>();
  private readonly afterCommit = new Map<string, Subscriber[]>();
  private readonly afterCommitBatch: BatchSubscriber[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  /** Throws on a handler without a guarantee or `handle()`, or with a name that is used twice. */
  onApplicationBootstrap(): void {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    for (const handler of new Set(instances)) {
      if (!handler || typeof handler !== 'object') continue;
      const events = this.reflector.get<HandledClass[] | undefined>(
        EVENTS_HANDLER_METADATA,
        handler.constructor,
      );
      const guarantee = this.reflector.get<Guarantee | undefined>(GUARANTEE, handler.constructor);
      if (events || guarantee) this.register(handler, events, guarantee);
    }
  }

  /** Runs the in-transaction handlers of the unit's events and of the events that they publish. */
  async dispatchInTransaction(unit: PendingWrites): Promise<void> {
    for (let i = 0; i < unit.events.length; i++) {
      const { id, event } = unit.events[i]!;
      unit.handledEventId = id;
      for (const handle of this.inTransactionHandlersOf(event)) {
        const pending = handle(event);
        if (pending) await pending;
      }
    }
  }

  /** Does the same for a prepared command, whose handlers must be synchronous. */
  dispatchAtOnce(unit: PendingWrites): void {
    for (let i = 0; i < unit.events.length; i++) {
      const { id, event } = unit.events[i]!;
      unit.handledEventId = id;
      for (const handle of this.inTransactionHandlersOf(event)) {
        if (handle(event))
          throw new Error(`a handler of ${event.type} is asynchronous: no PreparedCommand may publish it`);
      }
    }
  }

  async dispatchAfterCommit(event: StoredEvent, tx: PoolClient): Promise<void> {
    for (const subscriber of handlersOf(this.afterCommit, event.type))
      if (!hasHandled(event, subscriber.name)) await subscriber.handle(event, tx);
  }

  async dispatchAfterCommitBatch(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    for (const subscriber of this.afterCommitBatch) {
      const unhandled = events.some(({ handledBy }) => handledBy)
        ? events.filter((event) => !hasHandled(event, subscriber.name))
        : events;
      if (unhandled.length > 0) await subscriber.handle(unhandled, tx);
    }
  }

  /** The handlers that run after the commit of events of this type. */
  subscribersOf(type: string): Subscriber[] {
    const batches = this.afterCommitBatch.map((batch): Subscriber => ({
      name: batch.name,
      handle: (event, tx) => batch.handle([event], tx),
    }));
    return [...handlersOf(this.afterCommit, type), ...batches];
  }

  /** The handlers of the classes that the event extends, then those of its type. */
  private inTransactionHandlersOf(event: DomainEvent): readonly InTransactionHandler[] {
    const known = this.joined.get(event.constructor);
    if (known) return known;
    const ofBases = this.ofAbstract.filter(({ base }) => event instanceof base).map(({ handle }) => handle);
    const handlers = [...ofBases, ...handlersOf(this.inTransaction, event.type)];
    this.joined.set(event.constructor, handlers);
    return handlers;
  }

  private register(handler: object, events: HandledClass[] | undefined, guarantee?: Guarantee): void {
    const className = handler.constructor.name;
    const refuse = (why: string): never => {
      throw new Error(`${className} ${why}`);
    };
    if (!events?.length) return refuse('names no events: @EventsHandler(SomeEvent)');
    if (!guarantee)
      return refuse('states no guarantee: @InTransaction(), @AfterCommit() or @AfterCommitBatch()');
    if (!hasHandle(handler)) return refuse('has no handle()');
    const handle = handler.handle.bind(handler);
    const isEvery = events.length === 1 && (events[0] as unknown) === DomainEvent;
    if (isEvery !== (guarantee.when === 'after-commit-batch'))
      return refuse('@AfterCommitBatch() goes with @EventsHandler(DomainEvent), and only with it');
    if (guarantee.when !== 'in-transaction') {
      if (this.names.has(guarantee.name)) return refuse(`has the name of another handler, ${guarantee.name}`);
      this.names.add(guarantee.name);
    }
    if (guarantee.when === 'after-commit-batch') this.afterCommitBatch.push({ name: guarantee.name, handle });
    else
      for (const event of events) {
        if (guarantee.when !== 'in-transaction') {
          if (isAbstract(event)) return refuse(`handles ${event.name}, which only @InTransaction() can`);
          append(this.afterCommit, event.type, { name: guarantee.name, handle });
        } else if (isAbstract(event)) this.ofAbstract.push({ base: event, handle });
        else append(this.inTransaction, event.type, handle);
      }
  }
}

function isAbstract(event: HandledClass): event is AbstractEventClass {
  return event.type === undefined;
}

type Handle = (...given: unknown[]) => Promise<void>;

function hasHandle(handler: object): handler is { handle: Handle } {
  return 'handle' in handler && typeof handler.handle === 'function';
}

export function hasHandled({ handledBy }: StoredEvent, name: string): boolean {
  return handledBy !== undefined && handledBy.includes(name);
}

function append<H>(map: Map<string, H[]>, type: string, handler: H): void {
  map.set(type, [...(map.get(type) ?? []), handler]);
}

function handlersOf<H>(map: Map<string, H[]>, type: string): readonly H[] {
  return map.get(type) ?? [];
}
