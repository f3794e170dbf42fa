import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PendingWebhook } from './deliveries';
import { PIN } from './people';
import { bearerOf } from './requests';
import type { Server } from './server';
import { Service } from './service';

const SUBSCRIBERS = 100;
const DAYS = 365;
/** The first invoice and one for each month that begins within the year. */
const INVOICES = SUBSCRIBERS * 13;

type Answer = Record<string, unknown>;

/**
 * Merchants of the sandbox with an endpoint in another process and 100 monthly subscriptions, which are charged to wallets.
 * All requests are sent over HTTP.
 */
export class BillingYears {
  private merchants = 0;

  private constructor(
    private readonly server: Server,
    private readonly database: string,
    private readonly services: Record<'business' | 'sandbox' | 'scheduler', Service>,
    private readonly receiver: ChildProcess,
    private readonly hooks: string,
  ) {}

  static async open(server: Server, database: string): Promise<BillingYears> {
    const receiver = fork(path.join(__dirname, '..', 'receiver.js'));
    const [port] = (await once(receiver, 'message')) as [number];
    const env = { DATABASE_URL: server.urlOf(database), RATE_LIMITS: 'false' };
    const start = (app: string) => Service.start(`apps/${app}/src/main.js`, env);
    const [business, sandbox, scheduler] = await Promise.all([
      start('business-api'),
      start('sandbox-api'),
      start('scheduler'),
    ]);
    const services = { business, sandbox, scheduler };
    return new BillingYears(server, database, services, receiver, `http://127.0.0.1:${port}/hooks`);
  }

  /** Milliseconds that a merchant waits for a year of billing, and the webhooks that were delivered in it. */
  async pass(): Promise<{ milliseconds: number; webhooks: PendingWebhook[] }> {
    const { app_id, secret_key } = await this.openApp();
    const call = (action: string, body: object) =>
      this.post('sandbox', action, { 'X-API-Key': secret_key }, body);
    await call('webhooks.php?action=create', { url: this.hooks, events: ['*'] });
    const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly' };
    const { plan } = await call('subscriptions.php?action=create-plan', terms);
    const { plan_id } = plan as { plan_id: string };
    for (let n = 0; n < SUBSCRIBERS; n++) {
      const customer = { email: `payer${n}@example.com` };
      const { subscription } = await call('subscriptions.php?action=subscribe', {
        plan_id,
        customer,
        billing_mode: 'wallet_auto',
      });
      const { subscription_id } = subscription as { subscription_id: string };
      await call('subscriptions.php?action=simulate', { subscription_id, do: 'authorise' });
    }
    // The webhooks of the subscriptions so far are delivered before the year begins.
    await this.advance(secret_key, { hours: 1 });
    await this.server.settle(this.database);
    const before = (await this.delivered(app_id)).length;
    const began = performance.now();
    await this.advance(secret_key, { days: DAYS });
    const milliseconds = performance.now() - began;
    await this.verify(app_id);
    return { milliseconds, webhooks: (await this.delivered(app_id)).slice(before) };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    this.receiver.kill();
  }

  private async openApp(): Promise<{ app_id: string; secret_key: string }> {
    const person = this.merchants++;
    const headers = { Authorization: `Bearer ${bearerOf(person)}` };
    const body = { app_name: 'Shop', mode: 'test', pin: PIN };
    return (await this.post('business', 'business.php?section=apps&action=create', headers, body)) as {
      app_id: string;
      secret_key: string;
    };
  }

  private async advance(key: string, to: object): Promise<void> {
    let state = await this.post('sandbox', 'test-clock.php?action=advance', { 'X-API-Key': key }, to);
    while (state.status === 'advancing') {
      await pause(50);
      state = await this.answer('sandbox', 'test-clock.php?action=now', { headers: { 'X-API-Key': key } });
    }
  }

  /** The first one first. */
  private async delivered(appId: string): Promise<PendingWebhook[]> {
    const rows = await this.server.run(
      `SELECT event, body, sequence, object_id, object_sequence FROM webhook_deliveries
        WHERE app_id = $1 AND status = 'delivered' ORDER BY sequence`,
      this.database,
      [appId],
    );
    return rows as unknown as PendingWebhook[];
  }

  private async verify(appId: string): Promise<void> {
    const [row] = await this.server.run(
      `SELECT (SELECT count(*) FROM subscription_invoices WHERE app_id = $1 AND status = 'paid') AS paid,
              (SELECT count(*) FROM webhook_deliveries WHERE app_id = $1 AND status <> 'delivered') AS open`,
      this.database,
      [appId],
    );
    if (Number(row!.paid) !== INVOICES || Number(row!.open) !== 0)
      throw new Error(
        `${row!.paid} of ${INVOICES} invoices were paid, ${row!.open} webhooks are not delivered`,
      );
  }

  private post(
    host: 'business' | 'sandbox',
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<Answer> {
    return this.answer(host, path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async answer(host: 'business' | 'sandbox', path: string, request: RequestInit): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.services[host].port}/api/${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
