import { Injectable, type OnApplicationBootstrap, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { DomainEvent, DomainEventClass } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { RecordedEvent } from './work';

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

/** An event as the outbox keeps it. Money in `data` is `{ minor: "decimal text", currency }`. */
export interface StoredEvent {
  id: string;
  type: string;
  aggregateType: string;
  aggregateId: string;
  ownerId: string;
  mode: 'live' | 'test';
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
  correlationId: string;
  createdAt: Date;
}

type InTransactionListener = (event: DomainEvent, id: string) => void | Promise<void>;
type AfterCommitListener = (event: StoredEvent, tx: PoolClient) => Promise<void>;
type AfterCommitsListener = (events: readonly StoredEvent[], tx: PoolClient) => Promise<void>;

/** Finds every listener once, at start. */
@Injectable()
export class Listeners implements OnApplicationBootstrap {
  private readonly inTransaction = new Map<string, InTransactionListener[]>();
  private readonly afterCommit = new Map<string, AfterCommitListener[]>();
  private readonly afterCommits: AfterCommitsListener[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      const provider = instance as Record<string, (...args: unknown[]) => unknown> | null;
      if (!provider || typeof provider !== 'object') continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object)) {
        const method = provider[name]!;
        this.register(IN_TRANSACTION, this.inTransaction, method, provider);
        this.register(AFTER_COMMIT, this.afterCommit, method, provider);
        if (typeof method === 'function' && this.reflector.get<boolean | undefined>(AFTER_COMMITS, method))
          this.afterCommits.push(method.bind(provider) as AfterCommitsListener);
      }
    }
  }

  /** Runs the in-transaction listeners of `events`, including of events recorded on the way. */
  async hearInTransaction(events: readonly RecordedEvent[]): Promise<void> {
    for (let i = 0; i < events.length; i++) {
      const { id, event } = events[i]!;
      for (const listener of heardBy(this.inTransaction, event.type)) {
        const pending = listener(event, id);
        if (pending) await pending;
      }
    }
  }

  /** The same for a command that decides in one turn: none of its listeners may wait. */
  hearAtOnce(events: readonly RecordedEvent[]): void {
    for (let i = 0; i < events.length; i++) {
      const { id, event } = events[i]!;
      for (const listener of heardBy(this.inTransaction, event.type)) {
        if (listener(event, id))
          throw new Error(`a listener of ${event.type} waits: no SwiftCommand may record it`);
      }
    }
  }

  async hearAfterCommit(event: StoredEvent, tx: PoolClient): Promise<void> {
    for (const listener of heardBy(this.afterCommit, event.type)) await listener(event, tx);
  }

  async hearAfterCommits(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    for (const listener of this.afterCommits) await listener(events, tx);
  }

  private register<L>(
    kind: string,
    map: Map<string, L[]>,
    method: (...args: never[]) => unknown,
    owner: object,
  ): void {
    if (typeof method !== 'function') return;
    const types = this.reflector.get<string[] | undefined>(kind, method) ?? [];
    for (const type of types) map.set(type, [...(map.get(type) ?? []), method.bind(owner) as L]);
  }
}

function heardBy<L>(map: Map<string, L[]>, type: string): L[] {
  return map.get(type) ?? [];
}

function typeName(event: DomainEventClass | string): string {
  return typeof event === 'string' ? event : event.type;
}
