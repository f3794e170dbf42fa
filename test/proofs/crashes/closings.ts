import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { Shop } from '../support/shop';
import type { Client } from './client';
import type { Stack } from './stack';

/** Begins the description of every transfer to an account that closes. */
export const OF_CLOSING = 'closing ';
const PAYMENTS = 3;
/** Together they can be given up. */
const AMOUNT = 0.3;

const STANDING = `
  SELECT closed_at IS NOT NULL AS closed,
         (SELECT coalesce(sum(b.balance_minor), 0)::int FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
           WHERE a.owner_id = u.id) AS held
    FROM users u WHERE id = $1`;

/** Accounts close while they are paid and processes are killed. What is wrong after an answer is kept in `faults`. */
export class Closings {
  /** Accounts that were closed. */
  count = 0;
  readonly faults: string[] = [];

  constructor(
    private readonly stack: Pick<Stack, 'sql'>,
    private readonly client: Client,
    private readonly closing: Shop[],
    private readonly payer: Shop,
  ) {}

  /** Closes so many accounts, one after another. */
  async run(count: number): Promise<void> {
    for (const shop of this.closing.splice(0, count)) await this.close(shop);
  }

  private async close({ id, email, password, usertag }: Shop): Promise<void> {
    const signedIn = await this.ask('auth.php?action=login', { email, password }, {});
    const { access_token: token } = signedIn.body as { access_token: string };
    const body = { password, give_up_rest: true };
    const [closed, ...paid] = await Promise.all([
      this.ask('settings.php?action=close-account', body, { token }),
      ...Array.from({ length: PAYMENTS }, () => this.pay(usertag)),
    ]);
    // The answer to a closing that was committed may be lost, and its session has ended.
    if (![200, 401].includes(closed.status)) this.faults.push(`closing answered ${closed.text}`);
    for (const answer of [...paid, await this.pay(usertag)]) {
      if (!['200 OK', '404 NOT_FOUND', '400 INSUFFICIENT_FUNDS'].includes(outcomeOf(answer)))
        this.faults.push(`a payment answered ${answer.text}`);
    }
    const is = await this.standing(id);
    if (!is.closed || is.held !== 0) this.faults.push(`after the closing: ${JSON.stringify(is)}`);
    this.count += 1;
  }

  private pay(recipient: string): Promise<HttpAnswer> {
    const body = { recipient, amount: AMOUNT, currency: 'NGN', note: `${OF_CLOSING}${randomUUID()}` };
    return this.ask('wallet.php?action=transfer', body, {
      key: this.payer.key,
      idempotencyKey: randomUUID(),
    });
  }

  private ask(path: string, body: object, credential: object): Promise<HttpAnswer> {
    return this.client.settled('business', path, body, () => ({ ...credential }));
  }

  /** PostgreSQL may be one of the killed processes. */
  private async standing(id: string): Promise<{ closed: boolean; held: number }> {
    for (;;) {
      const rows = await this.stack.sql<{ closed: boolean; held: number }>(STANDING, [id]).catch(() => []);
      if (rows[0]) return rows[0];
      if (this.client.hasGivenUp) throw new Error('no database');
      await pause(100);
    }
  }
}
