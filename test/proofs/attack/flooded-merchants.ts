import { randomUUID } from 'node:crypto';
import { Config, Vault } from '@app/config';
import { Client } from 'pg';
import { InProcessQueue } from '../../../libs/queue/src/work-queue/in-process-queue';
import { newId } from '../../support/books';

interface Merchant {
  ownerId: string;
  mode: 'live' | 'test';
}

/** Endpoints per app, as a merchant who makes many would spread them. */
const PER_APP = 50;

/** Merchants with endpoints, and their events, written as the apps do. */
export class FloodedMerchants {
  private constructor(
    private readonly db: Client,
    /** Wakes the relay as the apps do after a commit. */
    private readonly queue: InProcessQueue,
    private readonly vault: Vault,
  ) {}

  static async open(databaseUrl: string): Promise<FloodedMerchants> {
    const db = new Client({ connectionString: databaseUrl });
    await db.connect();
    const config = Config.from({ NODE_ENV: 'test', DATABASE_URL: databaseUrl });
    return new FloodedMerchants(db, new InProcessQueue(databaseUrl), new Vault(config));
  }

  /** A merchant with this many endpoints at the address. More than an account can register, too. */
  async merchant(mode: Merchant['mode'], endpoints: number, url: string): Promise<Merchant> {
    const ownerId = newId();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    for (let first = 0; first < endpoints; first += PER_APP) {
      const appId = newId();
      await this.db.query(
        `INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
         VALUES ($1, 1, $2, $3, 'Shop', '{}', '{}', now())`,
        [appId, ownerId, mode],
      );
      const ids = Array.from({ length: Math.min(PER_APP, endpoints - first) }, () => newId());
      await this.db.query(
        `INSERT INTO webhook_endpoints (id, version, app_id, owner_id, mode, url, events, secret_ciphertext, created_at)
         SELECT e.id, 1, $1, $2, $3, $4, '{*}', e.sealed, now() FROM unnest($5::uuid[], $6::bytea[]) AS e (id, sealed)`,
        [appId, ownerId, mode, url, ids, ids.map((id) => this.vault.seal(secret, 'webhook-secret', id))],
      );
    }
    return { ownerId, mode };
  }

  /** One event of the merchant. */
  async happen({ ownerId, mode }: Merchant): Promise<void> {
    const now = new Date();
    const money = { minor: '1000', currency: 'NGN' };
    const data = {
      transactionId: newId(),
      sender: { usertag: String(now.getTime()) },
      recipient: { ownerId },
      sent: money,
      received: money,
    };
    await this.db.query(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
       VALUES ($1, 'wallet', $2, 'wallet.funds-transferred', $3, $4, $5, 'proof', $6)`,
      [randomUUID(), newId(), data, ownerId, mode, now],
    );
    this.queue.add('outbox-relay', 'wake');
  }

  async close(): Promise<void> {
    await this.queue.close();
    await this.db.end();
  }
}
