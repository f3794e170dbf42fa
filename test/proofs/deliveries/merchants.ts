import { randomUUID } from 'node:crypto';
import { Config, Vault } from '@app/config';
import { newId } from '../../support/books';
import { InProcessQueue } from '../../../libs/queue/src/work-queue/in-process-queue';
import { Client } from 'pg';
import { MANNERS, type Receivers } from './receivers';

/** Number of events about each object. */
const STORY = 4;

interface Merchant {
  ownerId: string;
  appId: string;
  endpointId: string;
  /** Objects with events left to send: id, aggregate and number of events sent. */
  happening: number;
}

/** Twenty merchants with one app and one endpoint each, and their events. */
export class Merchants {
  readonly all: Merchant[] = [];
  sent = 0;

  private constructor(
    private readonly db: Client,
    /** Wakes the relay as the apps do after a commit. */
    private readonly queue: InProcessQueue,
    readonly config: Config,
  ) {}

  static async open(databaseUrl: string): Promise<Merchants> {
    const db = new Client({ connectionString: databaseUrl });
    await db.connect();
    return new Merchants(
      db,
      new InProcessQueue(databaseUrl),
      Config.from({ NODE_ENV: 'test', DATABASE_URL: databaseUrl }),
    );
  }

  async settle(receivers: Receivers): Promise<void> {
    const vault = new Vault(this.config);
    for (let n = 0; n < MANNERS.length; n++) {
      const merchant = { ownerId: newId(), appId: newId(), endpointId: newId(), happening: 0 };
      const { ownerId, appId, endpointId } = merchant;
      await this.sql(
        `INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
         VALUES ($1, 1, $2, 'live', 'Shop', '{}', '{}', now())`,
        [appId, ownerId],
      );
      const sealed = vault.seal(receivers.boxes[n]!.secret, 'webhook-secret', endpointId);
      await this.sql(
        `INSERT INTO webhook_endpoints (id, version, app_id, owner_id, mode, url, events, secret_ciphertext, created_at)
         VALUES ($1, 1, $2, $3, 'live', $4, '{*}', $5, now())`,
        [endpointId, appId, ownerId, receivers.urlOf(n), sealed],
      );
      this.all.push(merchant);
    }
  }

  /** Creates events for each of these merchants at once: four events about one object, in order. */
  async happen(merchants: readonly Merchant[], times: number): Promise<void> {
    const rows: [string, string, string][] = [];
    for (let time = 0; time < times; time++) {
      for (const merchant of merchants) {
        const story = Math.floor(merchant.happening++ / STORY);
        rows.push([randomUUID(), `${merchant.appId}/${story}`, merchant.ownerId]);
      }
    }
    const now = new Date();
    await this.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
       SELECT e.id, 'wallet', e.object, 'wallet.funds-transferred', jsonb_build_object(
                'transactionId', e.object, 'sender', jsonb_build_object('usertag', $5::text),
                'recipient', jsonb_build_object('ownerId', e.owner_id), 'sent', $6::jsonb, 'received', $6::jsonb),
              e.owner_id, 'live', 'proof', $4
         FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS e (id, object, owner_id, place) ORDER BY place`,
      [
        ...[rows.map(([id]) => id), rows.map(([, object]) => object), rows.map(([, , owner]) => owner)],
        ...[now, String(now.getTime()), { minor: '1000', currency: 'NGN' }],
      ],
    );
    this.queue.add('outbox-relay', 'wake');
    this.sent += rows.length;
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(text, values)).rows;
  }

  async close(): Promise<void> {
    await this.queue.close();
    await this.db.end();
  }
}
