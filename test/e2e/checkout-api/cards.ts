import { cardOf } from '../../support/test-cards';
import type { HttpAnswer } from '../../support/http-client';
import { Guest } from '../../support/guests';
import type { Platform } from '../../support/platform';

export function card(number: string, fields: Record<string, unknown> = {}) {
  return cardOf(number, { name: 'Ada Obi', ...fields });
}

type Host = 'checkout' | 'sandbox';
interface Payer {
  headers?: Record<string, string>;
  key?: string;
  sessionToken?: string;
  idempotencyKey?: string;
}

/** The token in a session's address. */
export function tokenOf(session: { checkout_url: string }): string {
  return session.checkout_url.split('/pay/')[1]!;
}

/** A shop on one host: opens sessions and pays them with one app's key, unless the call names another. */
export class Shop {
  constructor(
    readonly platform: Platform,
    readonly host: Host,
    readonly key: string,
  ) {}

  call(action: string, body: unknown, payer: Payer = { key: this.key }): Promise<HttpAnswer> {
    return this.platform.post(this.host, `sessions.php?action=${action}`, body, payer);
  }

  /** A new session of NGN 2,500.50 unless other fields say so. */
  async open(fields: Record<string, unknown> = {}) {
    const { status, body, text } = await this.call('create', { amount: 2500.5, ...fields });
    if (status !== 200) throw new Error(`create: ${status} ${text}`);
    return body as { session_id: string; checkout_url: string } & Record<string, unknown>;
  }

  verify(sessionId: string, key = this.key): Promise<HttpAnswer> {
    return this.platform.get(this.host, `sessions.php?session_id=${encodeURIComponent(sessionId)}`, { key });
  }

  async statusOf({ session_id }: { session_id: string }): Promise<string> {
    return ((await this.verify(session_id)).body as { status: string }).status;
  }

  pay({ session_id }: { session_id: string }, number: string, payer?: Payer): Promise<HttpAnswer> {
    return this.call('pay-card', { session_id, card: card(number) }, payer);
  }

  /** A buyer on the page of an escrow session, with a confirmed address. */
  guest(session: { session_id: string; checkout_url: string }, email?: string): Promise<Guest> {
    return new Guest(this.platform, this.host, session, email).confirm();
  }

  submit({ session_id }: { session_id: string }, gw_ref: string, otp: string, payer?: Payer) {
    return this.call('pay-card-submit', { session_id, gw_ref, otp }, payer);
  }
}
