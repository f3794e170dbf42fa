import { CARDS } from '../../support/test-cards';
import { PayersBank, transactionOf } from '../../support/chargebacks';
import { type CallOptions, type HttpAnswer } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';

export interface Raised {
  session_id: string;
  /** Its name at the company. */
  providerId: string;
  chargeback_id: string;
}

/** A merchant whose payments are charged back, over HTTP. */
export class ChargebackDesk {
  readonly bank: PayersBank;
  readonly shop: Shop;

  constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
  ) {
    this.bank = new PayersBank(platform);
    this.shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  }

  /** Signs in again, since sessions do not last as long as some tests move the clock. */
  async signIn(): Promise<void> {
    const { email, password } = this.merchant;
    const { body } = await this.platform.post('business', 'auth.php?action=login', { email, password });
    this.merchant.token = body.access_token;
  }

  /** A session that a card has paid: NGN 2,500.50 unless other fields say so. */
  async paid(fields: Record<string, unknown> = {}): Promise<string> {
    const session = await this.shop.open(fields);
    const answer = await this.shop.pay(session, CARDS.approved);
    if (answer.body.status !== 'completed') throw new Error(answer.text);
    return session.session_id;
  }

  /** A chargeback of such a session that the platform has read. */
  async raised(fields: object = {}, session: Record<string, unknown> = {}): Promise<Raised> {
    return this.raisedOf(await this.paid(session), fields);
  }

  async raisedOf(session_id: string, fields: object = {}): Promise<Raised> {
    const providerId = await this.bank.raise(await transactionOf(this.platform, session_id), fields);
    await this.bank.read();
    const [row] = await this.platform.sql<{ id: string }>(
      'SELECT chargeback_id AS id FROM chargebacks WHERE provider_id = $1',
      [providerId],
    );
    if (!row) throw new Error('no chargeback was opened');
    return { session_id, providerId, chargeback_id: row.id };
  }

  call(action: string, body: object, by: CallOptions = { token: this.merchant.token }): Promise<HttpAnswer> {
    return this.platform.post('business', `business.php?section=chargebacks&action=${action}`, body, by);
  }

  read(query: string, by: CallOptions = { token: this.merchant.token }): Promise<HttpAnswer> {
    return this.platform.get('business', `business.php?section=chargebacks&action=${query}`, by);
  }

  respond(chargeback_id: string, fields: object, by?: CallOptions): Promise<HttpAnswer> {
    return this.call('respond', { chargeback_id, pin: this.merchant.pin, ...fields }, by);
  }

  async detail(chargeback_id: string, by?: CallOptions) {
    return (await this.read(`detail&chargeback_id=${chargeback_id}`, by)).body.chargeback;
  }

  /** Finance's decision; it signs in for each. */
  async decide(action: string, chargeback_id: string, fields: object = {}): Promise<HttpAnswer> {
    const { token } = await this.platform.staff('finance');
    const body = { chargeback_id, reason: 'The company was asked', ...fields };
    return this.platform.post('business', `admin.php?section=chargebacks&action=${action}`, body, { token });
  }

  async alerts(): Promise<{ cause: string; provider_id: string; detail: string }[]> {
    const { token } = await this.platform.staff('support');
    const path = 'admin.php?section=chargebacks&action=alerts&per_page=100';
    return (await this.platform.get('business', path, { token })).body.data.data;
  }

  /** Of the alerts, those about one chargeback of the company. */
  async causes(providerId: string): Promise<string[]> {
    return (await this.alerts()).filter((one) => one.provider_id === providerId).map(({ cause }) => cause);
  }

  /** In smallest units. */
  async balance(currency?: string): Promise<number> {
    return Math.round(Number(await this.platform.balanceOf({ token: this.merchant.token }, currency)) * 100);
  }

  /** Sends money to another account, which costs a fee too. */
  async spend(amount: number): Promise<void> {
    const sent = await this.transfer((await this.platform.signUp()).usertag, amount);
    if (sent.status !== 200) throw new Error(sent.text);
  }

  transfer(recipient: string, amount: number): Promise<HttpAnswer> {
    const body = { recipient, amount, pin: this.merchant.pin };
    return this.platform.post('business', 'wallet.php?action=transfer', body, { token: this.merchant.token });
  }

  refund(session_id: string, fields: object = {}): Promise<HttpAnswer> {
    const by = { key: this.merchant.live.secret_key };
    return this.platform.post('checkout', 'sessions.php?action=refund', { session_id, ...fields }, by);
  }

  /** What an account of the service has, in smallest units. */
  async account(code: string, currency = 'NGN'): Promise<number> {
    const [row] = await this.platform.sql<{ minor: string }>(
      `SELECT coalesce(sum(l.amount), 0) AS minor FROM ledger.accounts a
         JOIN ledger.journals j ON a.id = ANY (j.accounts)
        CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l(account, amount)
        WHERE a.code = $1 AND a.currency = $2 AND l.account = a.id`,
      [code, currency],
    );
    return Number(row!.minor);
  }

  /** Every process has seen who owes. */
  settled(): Promise<void> {
    return this.platform.sessionChangesProcessed();
  }
}
