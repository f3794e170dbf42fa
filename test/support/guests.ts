import { randomBytes } from 'node:crypto';
import { EmailTokensService } from '@app/accounts';
import { cardOf } from './test-cards';
import type { HttpAnswer } from './http-client';
import type { Platform } from './platform';

type Host = 'checkout' | 'sandbox';
interface PaidSession {
  session_id: string;
  checkout_url: string;
}

/** A buyer without an account on the payment page of an escrow session. */
export class Guest {
  /** Set once the address is confirmed. */
  token: string | null = null;

  constructor(
    private readonly platform: Platform,
    private readonly host: Host,
    private readonly session: PaidSession,
    readonly email = `guest-${randomBytes(5).toString('hex')}@example.com`,
  ) {}

  /** Codes are limited per client address, so each guest has another one. */
  private readonly address = `10.${randomBytes(3).join('.')}`;

  get sessionId(): string {
    return this.session.session_id;
  }

  call(action: string, fields: object = {}, options: object = {}): Promise<HttpAnswer> {
    const body = { session_id: this.session.session_id, buyer_email: this.email, ...fields };
    return this.platform.post(this.host, `sessions.php?action=${action}`, body, {
      sessionToken: this.session.checkout_url.split('/pay/')[1]!,
      headers: this.headers,
      ...options,
    });
  }

  /** What the page shows to this guest. */
  status(): Promise<HttpAnswer> {
    const path = `sessions.php?action=public-status&session_id=${this.session.session_id}`;
    return this.platform.get(this.host, path, {
      sessionToken: this.session.checkout_url.split('/pay/')[1]!,
      headers: this.headers,
    });
  }

  /** Asks for a code and sends the right one. */
  async confirm(): Promise<this> {
    const asked = await this.call('buyer-code');
    if (asked.status !== 200) throw new Error(`buyer-code: ${asked.status} ${asked.text}`);
    const { status, body, text } = await this.call('confirm-buyer', { otp: await this.code() });
    if (status !== 200) throw new Error(`confirm-buyer: ${status} ${text}`);
    this.token = body.buyer_token as string;
    return this;
  }

  /** The code in the mail; in the sandbox the one that needs no mail. */
  async code(): Promise<string> {
    if (this.host === 'sandbox') return '123456';
    const rows = await this.platform.sql<{ id: string }>(
      `SELECT c.id FROM checkout_buyer_codes c JOIN checkout_sessions s ON s.id = c.checkout_session_id
        WHERE s.session_id = $1 AND c.email = $2`,
      [this.session.session_id, this.email],
    );
    return this.platform.inside(this.host, EmailTokensService).codeOf(rows[0]!.id);
  }

  private get headers(): Record<string, string> {
    return {
      'x-forwarded-for': this.address,
      ...(this.token !== null && { 'x-buyer-token': this.token }),
    };
  }

  pay(number: string, options: object = {}): Promise<HttpAnswer> {
    return this.call('pay-card', { card: cardOf(number) }, options);
  }
}
