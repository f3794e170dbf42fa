import { Logger } from '@nestjs/common';
import { Config } from '@app/config';
import {
  type Commands,
  type EventHandlers,
  type Subscriber,
  OutboxRelay,
  type StoredEvent,
} from '@app/write-path';
import { EgressClient, EgressPolicy } from '@app/egress';
import { ManualClock, type Mode } from '@app/kernel';
import type { AccountInMode, AppEndpoint, Destination } from '@app/merchants';
import type { ChangeNotifier, WorkQueue } from '@app/queue';
import { DeliveryWorkerService, EndpointDirectory } from '@app/webhooks';
import type { Pool } from 'pg';
import { AttemptLogStore } from '../../../libs/webhooks/src/deliveries/attempt-log.store';
import { DeliverySenderService } from '../../../libs/webhooks/src/deliveries/delivery-sender.service';
import { DeliverySourceService } from '../../../libs/webhooks/src/deliveries/delivery-source.service';
import { DestinationsService } from '../../../libs/webhooks/src/endpoints/destinations.service';
import { DueDeliveriesStore } from '../../../libs/webhooks/src/deliveries/due-deliveries.store';
import { FanOutSourceService } from '../../../libs/webhooks/src/events/fan-out-source.service';
import { FanOutWorkerService } from '../../../libs/webhooks/src/events/fan-out-worker.service';
import { NumberAppEvents } from '../../../libs/webhooks/src/events/listeners/number-app-events';
import { Books, newId } from '../../support/books';

type Handle = (event: StoredEvent, tx: never) => Promise<void>;

export interface DeliveryRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  status: string;
  attempts: number;
  due_at: Date | null;
  claimed_until: Date | null;
  claim: string | null;
}

export interface ListedEndpoint {
  id: string;
  appId: string;
  ownerId: string;
  mode: Mode;
  url: string;
  events: string[];
  secrets: string[];
  active: boolean;
}

/** Endpoints as a test wants them, each with a secret of its own. */
export class ListedEndpoints extends EndpointDirectory {
  readonly endpoints = new Map<string, ListedEndpoint>();

  add(url: string, fields: Partial<ListedEndpoint> = {}): ListedEndpoint {
    const id = newId();
    const secret = `whsec_${Buffer.from(id).toString('base64')}`;
    const given = { appId: newId(), ownerId: newId(), events: ['*'], mode: 'live' as Mode, active: true };
    const endpoint = { id, url, secrets: [secret], ...given, ...fields };
    this.endpoints.set(id, endpoint);
    return endpoint;
  }

  appsOf(accounts: readonly AccountInMode[]): Promise<AppEndpoint[]> {
    const all = [...this.endpoints.values()].filter((one) =>
      accounts.some(({ ownerId, mode }) => one.ownerId === ownerId && one.mode === mode),
    );
    const apps = all.map(({ ownerId, mode, appId, id, url, events, active }) => ({
      ownerId,
      mode,
      appId,
      endpoint: active ? { id, appId, ownerId, mode, url, events } : null,
    }));
    return Promise.resolve(apps.sort((a, b) => (a.appId < b.appId ? -1 : 1)));
  }

  endpointsOf(appId: string) {
    return Promise.resolve([...this.endpoints.values()].filter((one) => one.appId === appId && one.active));
  }

  destinationsOf(ids: readonly string[]): Promise<Destination[]> {
    const found = ids.flatMap((id) => this.endpoints.get(id) ?? []);
    return Promise.resolve(
      found.map(({ id, url, active, secrets }) => ({ id, url, active, secrets: () => secrets })),
    );
  }

  disable(id: string): Promise<void> {
    this.endpoints.delete(id);
    return Promise.resolve();
  }
}

/** Relays and delivery workers without an app around them: a test runs them, as many as it wants. */
export class DeliveryStack {
  readonly clock = new ManualClock();
  readonly directory = new ListedEndpoints();
  /** Endpoints whose owner was notified. */
  readonly notifiedEndpoints: string[] = [];
  readonly commands = {
    execute: ({ endpointId }: { endpointId: string }) =>
      Promise.resolve(void this.notifiedEndpoints.push(endpointId)),
  } as unknown as Commands;
  private readonly clients: EgressClient[] = [];

  private constructor(readonly books: Books) {}

  static async open(): Promise<DeliveryStack> {
    Logger.overrideLogger(false);
    return new DeliveryStack(await Books.open());
  }

  get pool(): Pool {
    return this.books.app;
  }

  /** What one process of the scheduler holds. Making another is what a restart does. */
  worker(env: Record<string, string> = {}): DeliveryWorkerService {
    const config = configOf(env);
    const egress = new EgressClient(new EgressPolicy(config), config);
    this.clients.push(egress);
    const source = new DeliverySourceService(
      this.due(env),
      new DeliverySenderService(new DestinationsService(this.directory, this.clock), egress, this.clock),
      new AttemptLogStore(this.pool),
      this.clock,
    );
    return new DeliveryWorkerService(source, this.clock, {} as WorkQueue, {} as OutboxRelay);
  }

  due(env: Record<string, string> = {}): DueDeliveriesStore {
    return new DueDeliveriesStore(this.pool, this.clock, configOf(env));
  }

  /** A relay for the given handlers, or for the webhooks. */
  relay(handler?: Handle | Record<string, Handle>): OutboxRelay {
    const webhooks = new NumberAppEvents(
      ...([this.directory, this.clock] as const),
      ...([{ onRelayed: () => undefined } as unknown as OutboxRelay, {} as ChangeNotifier] as const),
    );
    const given = typeof handler === 'function' ? { listener: handler } : (handler ?? {});
    const subscribers = Object.entries(given).map(([name, handle]): Subscriber => ({
      name,
      handle: handle as Subscriber['handle'],
    }));
    const ofWebhooks: Subscriber = { name: 'webhooks', handle: (event, tx) => webhooks.handle([event], tx) };
    const handlers: Pick<
      EventHandlers,
      'dispatchAfterCommit' | 'dispatchAfterCommitBatch' | 'subscribersOf'
    > = {
      dispatchAfterCommit: async (event, tx) => {
        for (const one of subscribers) if (!event.handledBy?.includes(one.name)) await one.handle(event, tx);
      },
      dispatchAfterCommitBatch: (events, tx) => (handler ? Promise.resolve() : webhooks.handle(events, tx)),
      subscribersOf: () => (handler ? subscribers : [ofWebhooks]),
    };
    return new OutboxRelay(this.pool, handlers as EventHandlers, this.clock);
  }

  /** Creates the deliveries that the relay left to the fan-out. */
  async fanOut(): Promise<void> {
    const queue = { add: () => undefined } as unknown as WorkQueue;
    const source = new FanOutSourceService(this.pool, this.directory, queue, this.clock);
    await new FanOutWorkerService(source, this.clock, {
      onRelayed: () => undefined,
    } as unknown as OutboxRelay).drain();
  }

  /** Something happened for this account: a transfer came in. Returns the event's id. */
  async happen(
    ownerId: string,
    { mode = 'live' as Mode, aggregateId = newId(), transactionId = newId() } = {},
  ): Promise<string> {
    const id = newId();
    const data = {
      transactionId,
      sender: { usertag: 'ada' },
      recipient: { ownerId },
      sent: { minor: '1000', currency: 'NGN' },
      received: { minor: '1000', currency: 'NGN' },
    };
    await insertEvent(this.books.owner, this.clock.now(), {
      id,
      type: 'wallet.funds-transferred',
      aggregateId,
      ownerId,
      mode,
      data,
    });
    return id;
  }

  /** Happens, and is relayed. */
  async deliver(ownerId: string, times = 1): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < times; n++) ids.push(await this.happen(ownerId));
    await this.relay().drain();
    await this.fanOut();
    return ids;
  }

  async deliveries(endpointId: string): Promise<DeliveryRow[]> {
    const { rows } = await this.books.owner.query<DeliveryRow>(
      `SELECT id, event_id, endpoint_id, status, attempts, due_at, claimed_until, claim FROM webhook_deliveries
        WHERE endpoint_id = $1 ORDER BY sequence`,
      [endpointId],
    );
    return rows;
  }

  async attempts(endpointId: string) {
    const { rows } = await this.books.owner.query<{
      attempt: number;
      status: number | null;
      answer: string | null;
      error: string | null;
    }>(
      `SELECT a.attempt, a.status, a.answer, a.error FROM webhook_attempts a
         JOIN webhook_deliveries d ON d.id = a.delivery_id
        WHERE d.endpoint_id = $1 ORDER BY a.id`,
      [endpointId],
    );
    return rows;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.onApplicationShutdown()));
    await this.books.close();
  }
}

export function configOf(env: Record<string, string>): Config {
  return Config.from({ NODE_ENV: 'test', WEBHOOK_TIMEOUT_SECONDS: '1', ...env });
}

interface NewEvent {
  id: string;
  type: string;
  aggregateId: string;
  ownerId: string;
  mode: Mode;
  data: object;
}

/** An event as a commit leaves it. */
export async function insertEvent(
  connection: { query(text: string, values: unknown[]): Promise<unknown> },
  at: Date,
  { id, type, aggregateId, ownerId, mode, data }: NewEvent,
): Promise<void> {
  await connection.query(
    `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, type.split('.')[0], aggregateId, type, data, ownerId, mode, 'test-correlation', at],
  );
}
