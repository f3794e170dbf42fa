import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, type Mode, SystemClock } from '@app/kernel';
import { type DueSource, DueWorker } from '@app/queue';
import { DataSource } from 'typeorm';
import { Agent, request } from 'undici';
import { SimulatorSettings } from '../simulator-settings.service';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;
const KEY = 'external wallet';

interface DueEvent {
  id: string;
  mode: Mode;
  type: string;
  attempts: number;
  reference: string;
  order_id: string;
  status: string;
}

/**
 * Sends the external wallet's events, signed with RSA, at least once; they are stored until they are
 * acknowledged.
 */
@Injectable()
export class WalletEvents implements DueSource<DueEvent>, OnApplicationBootstrap, OnModuleDestroy {
  /** One at a time, so that the events of an order are sent in order. */
  readonly limits = { concurrency: 1 };
  private readonly agent = new Agent({ connections: 4 });
  private readonly worker: DueWorker<DueEvent>;

  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettings,
    private readonly clock: Clock,
  ) {
    this.worker = new DueWorker(this, {
      clock: new SystemClock(),
      sweepMs: settings.pollMs,
      logger: new Logger('ExternalWalletSimulator'),
      what: 'event',
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.wallet) this.worker.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.onModuleDestroy();
    await this.agent.destroy();
  }

  wake(): void {
    void this.worker.wake();
  }

  async publicKey(): Promise<string> {
    const key = createPublicKey(createPrivateKey(await this.privateKey()));
    return key.export({ type: 'spki', format: 'pem' }) as string;
  }

  /** The signing key, shared by all processes and created on first use. */
  private async privateKey(): Promise<string> {
    const [kept] = await this.database.query<{ private_key: string }[]>(
      `SELECT private_key FROM simulator.signing_keys WHERE name = $1`,
      [KEY],
    );
    if (kept) return kept.private_key;
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    await this.database.query(
      `INSERT INTO simulator.signing_keys (name, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [KEY, privateKey.export({ type: 'pkcs8', format: 'pem' })],
    );
    return this.privateKey();
  }

  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ due_at: Date | null }[]>(
      `SELECT min(due_at) AS due_at FROM simulator.wallet_events WHERE state = 'due'`,
    );
    return row!.due_at;
  }

  claim(room: number, upTo: Date): Promise<DueEvent[]> {
    return this.database.query(
      `WITH claimed AS (
         UPDATE simulator.wallet_events SET attempts = attempts + 1, due_at = now() + interval '30 seconds'
          WHERE id IN (SELECT id FROM simulator.wallet_events WHERE state = 'due' AND due_at <= $2
                        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, order_id, type, attempts)
       SELECT claimed.*, o.mode, o.reference, o.status FROM claimed JOIN simulator.wallet_orders o ON o.id = claimed.order_id`,
      [room, upTo],
    );
  }

  async work(event: DueEvent): Promise<void> {
    const isTaken = await this.post(event).catch(() => false);
    const state = isTaken ? 'sent' : event.attempts >= MAX_ATTEMPTS ? 'given-up' : 'due';
    await this.database.query(
      `UPDATE simulator.wallet_events SET state = $2, due_at = now() + interval '1 second' WHERE id = $1`,
      [event.id, state],
    );
  }

  private post(event: DueEvent): Promise<boolean> {
    return this.send({
      id: `EVENT-${event.id}`,
      event_type: event.type,
      resource_type: 'order',
      resource: { id: event.order_id, custom_id: event.reference, status: event.status },
    });
  }

  /** Signs an event and sends it. False: it was not acknowledged. */
  async send(event: object): Promise<boolean> {
    const { wallet } = this.settings;
    if (!wallet) return false;
    const body = JSON.stringify({ ...event, create_time: this.clock.now().toISOString() });
    const [id, time] = [randomUUID(), this.clock.now().toISOString()];
    const signed = `${id}|${time}|${wallet.webhookId}|${crc32(body)}`;
    const answer = await request(wallet.eventsUrl(), {
      dispatcher: this.agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(signed), await this.privateKey()).toString(
          'base64',
        ),
        'paypal-cert-url': wallet.certificateUrl(),
        'paypal-auth-algo': 'SHA256withRSA',
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  }
}
