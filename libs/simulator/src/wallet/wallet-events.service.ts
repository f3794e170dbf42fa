import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { DataSource } from 'typeorm';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { StoredEventsService } from '../common/stored-events.service';

const KEY = 'external wallet';
const EVENTS = {
  name: 'simulator.wallet_events',
  reported: `SELECT claimed.*, o.reference, o.status FROM claimed JOIN simulator.wallet_orders o ON o.id = claimed.order_id`,
};

interface DueEvent {
  id: string;
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
export class WalletEventsService extends StoredEventsService<DueEvent> {
  constructor(
    database: DataSource,
    private readonly settings: SimulatorSettingsService,
    private readonly clock: Clock,
  ) {
    // One at a time, so that the events of an order are sent in order.
    super(database, EVENTS, {
      name: 'ExternalWalletSimulator',
      concurrency: 1,
      connections: 4,
      pollMs: settings.pollMs,
    });
  }

  override onApplicationBootstrap(): void {
    if (this.settings.wallet) super.onApplicationBootstrap();
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

  protected report(event: DueEvent): Promise<boolean> {
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
    const headers = {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(signed), await this.privateKey()).toString(
        'base64',
      ),
      'paypal-cert-url': wallet.certificateUrl(),
      'paypal-auth-algo': 'SHA256withRSA',
    };
    return (await this.post(wallet.eventsUrl(), headers, body)) === 200;
  }
}
