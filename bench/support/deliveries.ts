import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Config, Vault } from '@app/config';
import { appDataSourceOptions, poolOf } from '@app/database';
import { type OutboxRelay } from '@app/write-path';
import { EgressClient, EgressPolicy } from '@app/egress';
import { type Mode, SystemClock, uuidv7 } from '@app/kernel';
import { WebhookEndpointQueries } from '@app/merchants';
import type { WorkQueue } from '@app/queue';
import { DeliveryWorkerService } from '@app/webhooks';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Agent, request } from 'undici';
import { AttemptLogStore } from '../../libs/webhooks/src/deliveries/attempt-log.store';
import { DeliverySenderService } from '../../libs/webhooks/src/deliveries/delivery-sender.service';
import { DeliverySourceService } from '../../libs/webhooks/src/deliveries/delivery-source.service';
import { DestinationsService } from '../../libs/webhooks/src/endpoints/destinations.service';
import { DueDeliveriesStore } from '../../libs/webhooks/src/deliveries/due-deliveries.store';
import { MerchantEndpointDirectoryService } from '../../libs/webhooks/src/endpoints/merchant-endpoint-directory.service';
import { signatureHeaders } from '../../libs/webhooks/src/deliveries/signature.policy';
import type { Server } from './server';

const APPS = 20;
/** Concurrent deliveries of a process to all endpoints. */
const IN_FLIGHT = APPS * 8;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({
  event: 'payment.success',
  data: {
    session_id: 'cs_live_0000000000000000000000',
    order_ref: 'order-1',
    status: 'success',
    amount: 2500.5,
    currency: 'NGN',
    gateway: 'card',
    customer_email: 'ada@example.com',
    escrow: false,
    is_test: false,
    metadata: { cart: '4821' },
    paid_at: '2026-11-21T08:30:00.000Z',
  },
  timestamp: 1795224745,
});

/** A webhook that waits for its delivery. */
export interface PendingWebhook {
  event: string;
  body: string;
  sequence: number;
  /** What it is about: webhooks about one object are delivered in order. */
  object_id: string;
  object_sequence: number;
}

/** Deliveries of one process to endpoints in another process, and the same posts without claims and records. */
export class Deliveries {
  private readonly agent = new Agent({ pipelining: 1 });

  private constructor(
    private readonly server: Server,
    private readonly database: string,
    private readonly dataSource: DataSource,
    private readonly receiver: ChildProcess,
    private readonly port: number,
    private readonly egress: EgressClient,
    private readonly worker: DeliveryWorkerService,
    private readonly apps: number,
  ) {}

  static async open(
    server: Server,
    database: string,
    config: Config,
    { apps = APPS, mode = 'live' as Mode } = {},
  ): Promise<Deliveries> {
    const receiver = fork(path.join(__dirname, '..', 'receiver.js'));
    const [port] = (await once(receiver, 'message')) as [number];
    const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
    await dataSource.initialize();
    const clock = new SystemClock();
    const pool = poolOf(dataSource);
    const endpoints = new WebhookEndpointQueries(pool, new Vault(config), clock);
    const directory = new MerchantEndpointDirectoryService(endpoints, {} as never);
    const egress = new EgressClient(new EgressPolicy(config), config);
    const source = new DeliverySourceService(
      new DueDeliveriesStore(pool, clock, config),
      new DeliverySenderService(new DestinationsService(directory, clock), egress, clock),
      new AttemptLogStore(pool),
      clock,
    );
    const worker = new DeliveryWorkerService(source, clock, {} as WorkQueue, {} as OutboxRelay);
    await registerEndpoints(server, database, new Vault(config), port, { apps, mode });
    return new Deliveries(server, database, dataSource, receiver, port, egress, worker, apps);
  }

  /** Deliveries per second, each claimed, signed, sent and recorded. */
  async rate(count: number): Promise<number> {
    const webhooks = Array.from({ length: count }, (_, i) => {
      return {
        event: 'payment.success',
        body: BODY,
        sequence: i + 1,
        object_id: `cs_${i + 1}`,
        object_sequence: 1,
      };
    });
    return (count * 1000) / (await this.milliseconds(webhooks));
  }

  /** How long it takes to deliver these, in turn to all endpoints. */
  async milliseconds(webhooks: readonly PendingWebhook[]): Promise<number> {
    await this.server.run('TRUNCATE webhook_deliveries, webhook_attempts', this.database);
    await this.server.run(
      `INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, object_id, object_sequence, app_id, owner_id, mode,
                                       endpoint_id, body, status, due_at)
       SELECT gen_random_uuid(), date_trunc('milliseconds', now()), gen_random_uuid(), event, sequence, object_id, object_sequence,
              e.app_id, e.owner_id, e.mode, e.id, body, 'pending', now()
         FROM json_to_recordset($1) AS w (event text, body text, sequence bigint, object_id text, object_sequence bigint)
         JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM webhook_endpoints) e ON e.place = sequence % ${this.apps}`,
      this.database,
      [JSON.stringify(webhooks)],
    );
    await this.server.settle(this.database);
    const began = performance.now();
    await this.worker.drain();
    const took = performance.now() - began;
    const [row] = await this.server.run(
      `SELECT count(*) AS delivered FROM webhook_deliveries WHERE status = 'delivered'`,
      this.database,
    );
    if (Number(row!.delivered) !== webhooks.length)
      throw new Error(`${row!.delivered} of ${webhooks.length} were delivered`);
    return took;
  }

  /** Posts per second of the same bytes with the same signature and concurrency, without claims and records. */
  async bareRate(count: number): Promise<number> {
    let left = count;
    const keepPosting = async (): Promise<void> => {
      while (left-- > 0) {
        const headers = {
          'Content-Type': 'application/json',
          'User-Agent': 'Service-Webhook/1.0',
          ...signatureHeaders([SECRET], uuidv7(new Date()), Math.floor(Date.now() / 1000), BODY),
        };
        const options = { dispatcher: this.agent, method: 'POST' as const, headers, body: BODY };
        const { statusCode, body } = await request(`http://127.0.0.1:${this.port}/hooks`, options);
        await body.dump();
        if (statusCode !== 204) throw new Error(`answered ${statusCode}`);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: IN_FLIGHT }, keepPosting));
    return (count * 1000) / (performance.now() - began);
  }

  async close(): Promise<void> {
    this.receiver.kill();
    await this.egress.onApplicationShutdown();
    await this.agent.destroy();
    await this.dataSource.destroy();
  }
}

async function registerEndpoints(
  server: Server,
  database: string,
  vault: Vault,
  port: number,
  { apps, mode }: { apps: number; mode: Mode },
): Promise<void> {
  for (let n = 0; n < apps; n++) {
    const [app, id, owner] = [1, 2, 3].map(() => uuidv7(new Date()));
    await server.run(
      `WITH app AS (
         INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
         VALUES ($1, 1, $3, $6, 'Shop', '{}', '{}', now()))
       INSERT INTO webhook_endpoints (id, version, app_id, owner_id, mode, url, events, secret_ciphertext, created_at)
       VALUES ($2, 1, $1, $3, $6, $4, '{*}', $5, now())`,
      database,
      [
        app,
        id,
        owner,
        `http://127.0.0.1:${port}/hooks/${n}`,
        vault.seal(SECRET, 'webhook-secret', id!),
        mode,
      ],
    );
  }
}
