import { simulatorAccess } from '@app/gateways';
import { cardOf } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { Platform } from '../../support/platform';
export const OTP = '123456';
export const PIN = '1234';

/** A user who deposits by card: the four actions, and the resulting rows and balances. */
export class Depositor {
  constructor(
    readonly platform: Platform,
    readonly id: string,
    private readonly credential: Pick<CallOptions, 'token' | 'key'>,
  ) {}

  post(
    action: string,
    body: unknown,
    options: CallOptions = {},
    host: string = 'business',
  ): Promise<HttpAnswer> {
    return this.platform.post(host, `deposit.php?action=${action}`, body, { ...this.credential, ...options });
  }

  init(fields: object = {}, options?: CallOptions): Promise<HttpAnswer> {
    return this.post('init', { amount: '50.00', currency: 'NGN', ...fields }, options);
  }

  charge(number: string, fields: object = {}, options?: CallOptions): Promise<HttpAnswer> {
    const amount = 'tx_ref' in fields ? {} : { amount: '50.00', currency: 'NGN' };
    return this.post('charge-card-gw', { ...amount, card: cardOf(number), ...fields }, options);
  }

  validate(gw_ref: string, otp: string, options?: CallOptions): Promise<HttpAnswer> {
    return this.post('validate-charge', { gw_ref, otp }, options);
  }

  verify(tx_ref: string, transaction_id?: string | number, options?: CallOptions): Promise<HttpAnswer> {
    return this.post('verify-gateway', { tx_ref, transaction_id }, options);
  }

  /** What can be spent in a currency; null where there is no wallet. */
  async balance(currency = 'NGN'): Promise<string | null> {
    const answer = await this.platform.get(
      'business',
      `wallet.php?action=balance&currency=${currency}`,
      this.credential,
    );
    return answer.status === 404 ? null : answer.body.balance;
  }

  /** Credits booked for a deposit, in minor units. */
  async credits(txRef: string): Promise<string[]> {
    const rows = await this.platform.sql<{ amount_minor: string }>(
      `SELECT amount_minor FROM ledger.journals WHERE type = 'deposit' AND reference = $1 ORDER BY id`,
      [txRef],
    );
    return rows.map(({ amount_minor }) => amount_minor);
  }

  async row(txRef: string): Promise<Record<string, unknown>> {
    return (await this.platform.sql('SELECT * FROM deposits WHERE tx_ref = $1', [txRef]))[0]!;
  }
}

/** The simulated company as the other side of these tests: its faults, its bank page, its events. */
export class Bank {
  constructor(private readonly platform: Platform) {}

  /** Makes the next answers of the company go wrong. */
  async order(kind: string, operation = 'charge', times = 1, ms = 0): Promise<void> {
    const answer = await this.faults('POST', { kind, operation, times, ms });
    if (!answer.ok) throw new Error(`fault: ${answer.status} ${await answer.text()}`);
  }

  /** Drops every answer about a charge, for all callers, until `clearFaults`. */
  async fallSilent(): Promise<void> {
    await this.order('503-before', 'verify', 1000);
  }

  async clearFaults(): Promise<void> {
    await this.faults('DELETE');
  }

  /** From now on the company forgets to report. */
  async loseEvents(): Promise<void> {
    await this.platform.sql(`
      CREATE OR REPLACE FUNCTION simulator.lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE OR REPLACE TRIGGER lost BEFORE INSERT ON simulator.events FOR EACH ROW EXECUTE FUNCTION simulator.lose()`);
  }

  async findEvents(): Promise<void> {
    await this.platform.sql('DROP TRIGGER IF EXISTS lost ON simulator.events');
  }

  /** Waits until every report has been taken: from then on no second credit can come. */
  async rest(): Promise<void> {
    await eventually(async () => {
      const due = await this.platform.sql(`SELECT 1 FROM simulator.events WHERE state = 'due' LIMIT 1`);
      return due.length === 0;
    });
  }

  /** Follows a charge to the bank's page, decides there, and gives the address the buyer is sent back to. */
  async decide(page: string, decision: 'approve' | 'decline'): Promise<URL> {
    const shown = await fetch(page);
    if (shown.status !== 200) throw new Error(`challenge: ${shown.status}`);
    const body = new URLSearchParams({ decision });
    const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location')!);
  }

  /** What the company has of a charge. */
  async transactions(reference: string) {
    return this.platform.sql<{ id: string; status: string }>(
      'SELECT id, status FROM simulator.charges WHERE tx_ref = $1 ORDER BY id',
      [reference],
    );
  }

  /** Sends an event about a transaction, as the company or as an impostor does. */
  report(
    data: object,
    {
      hash = this.platform.config.env.GATEWAY_EVENT_HASH,
      host = 'business',
    }: { hash?: string | null; host?: string } = {},
  ): Promise<HttpAnswer> {
    const headers: Record<string, string> = hash === null ? {} : { 'verif-hash': hash };
    return this.platform.post(host, 'gateway-events.php', { event: 'charge.completed', data }, { headers });
  }

  private faults(method: string, body?: object): Promise<Response> {
    const { secretKey } = simulatorAccess(this.platform.config, 'live');
    return fetch(`${this.platform.urls.sandbox}/simulator/gateway/faults`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
  }
}

/** Asks again where the database is momentarily unavailable (503), as callers do: many at once may find it so. */
export async function persistently(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  return eventually(async () => {
    const answer = await ask();
    return answer.status !== 503 && answer;
  });
}
