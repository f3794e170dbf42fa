import { Injectable, type OnApplicationBootstrap, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { DomainEvent, DomainEventClass } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { RecordedEvent } from '../unit-of-work/pending-writes';
import type { StoredEvent } from './stored-event';

const IN_TRANSACTION = 'listener:in-transaction';
const AFTER_COMMIT = 'listener:after-commit';
const AFTER_COMMITS = 'listener:after-commits';

/** Hears the event inside the unit of work that records it: may stage writes, book and record further events. */
export const InTransaction = (...events: (DomainEventClass | string)[]): MethodDecorator =>
  SetMetadata(IN_TRANSACTION, events.map(typeName));

/**
 * Hears the event after its commit, from the outbox. What it writes through `tx` commits with the mark that the
 * event was heard: exactly once. Calling another system is not for here: leave a due row and wake a queue.
 */
export const AfterCommit = (...events: (DomainEventClass | string)[]): MethodDecorator =>
  SetMetadata(AFTER_COMMIT, events.map(typeName));

/**
 * Hears every event there is, those relayed together at once and in their order, after the listeners of each.
 * Otherwise as `AfterCommit`.
 */
export const AfterCommits = (): MethodDecorator => SetMetadata(AFTER_COMMITS, true);

/** Somebody who hears events after their commit. The name is the same from start to start. */
export interface Subscriber {
  name: string;
  handle(event: StoredEvent, tx: PoolClient): Promise<void>;
}

type InTransactionListener = (event: DomainEvent, id: string) => void | Promise<void>;

interface BatchSubscriber {
  name: string;
  handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void>;
}

/** Finds every listener once, at start. */
@Injectable()
export class Listeners implements OnApplicationBootstrap {
  private readonly inTransaction = new Map<string, InTransactionListener[]>();
  private readonly afterCommit = new Map<string, Subscriber[]>();
  private readonly afterCommits: BatchSubscriber[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      const provider = instance as Record<string, unknown> | null;
      if (!provider || typeof provider !== 'object') continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object))
        this.adopt(provider, name);
    }
  }

  /** Runs the in-transaction listeners of `events`, including of events recorded on the way. */
  async dispatchInTransaction(events: readonly RecordedEvent[]): Promise<void> {
    for (let i = 0; i < events.length; i++) {
      const { id, event } = events[i]!;
      for (const listener of subscribersFor(this.inTransaction, event.type)) {
        const pending = listener(event, id);
        if (pending) await pending;
      }
    }
  }

  /** The same for a command that decides in one turn: none of its listeners may wait. */
  dispatchAtOnce(events: readonly RecordedEvent[]): void {
    for (let i = 0; i < events.length; i++) {
      const { id, event } = events[i]!;
      for (const listener of subscribersFor(this.inTransaction, event.type)) {
        if (listener(event, id))
          throw new Error(`a listener of ${event.type} waits: no PreparedCommand may record it`);
      }
    }
  }

  async dispatchAfterCommit(event: StoredEvent, tx: PoolClient): Promise<void> {
    for (const { name, handle } of subscribersFor(this.afterCommit, event.type))
      if (!hasHandled(event, name)) await handle(event, tx);
  }

  async dispatchAfterCommits(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    for (const { name, handle } of this.afterCommits) {
      const unhandled = events.some(({ handledBy: some }) => some)
        ? events.filter((event) => !hasHandled(event, name))
        : events;
      if (unhandled.length > 0) await handle(unhandled, tx);
    }
  }

  /** Everybody who hears events of this type after their commit, each to be asked by itself. */
  subscribersOf(type: string): Subscriber[] {
    const ofAll = this.afterCommits.map(({ name, handle }): Subscriber => ({
      name,
      handle: (event, tx) => handle([event], tx),
    }));
    return [...subscribersFor(this.afterCommit, type), ...ofAll];
  }

  private adopt(owner: Record<string, unknown>, method: string): void {
    if (typeof owner[method] !== 'function') return;
    const marked = owner[method];
    const name = `${owner.constructor.name}.${method}`;
    const handle = marked.bind(owner) as (...given: unknown[]) => Promise<void>;
    const typesOf = (kind: string) => this.reflector.get<string[] | undefined>(kind, marked) ?? [];
    for (const type of typesOf(IN_TRANSACTION)) append(this.inTransaction, type, handle);
    for (const type of typesOf(AFTER_COMMIT)) append(this.afterCommit, type, { name, handle });
    if (this.reflector.get<boolean | undefined>(AFTER_COMMITS, marked))
      this.afterCommits.push({ name, handle });
  }
}

export function hasHandled({ handledBy: some }: StoredEvent, name: string): boolean {
  return some !== undefined && some.includes(name);
}

function append<L>(map: Map<string, L[]>, type: string, listener: L): void {
  map.set(type, [...(map.get(type) ?? []), listener]);
}

function subscribersFor<L>(map: Map<string, L[]>, type: string): L[] {
  return map.get(type) ?? [];
}

function typeName(event: DomainEventClass | string): string {
  return typeof event === 'string' ? event : event.type;
}
