import { RefundTokensService } from '@app/checkout';
import type { TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Bank } from '../business-api/card-deposits';
import { ElsewhereShop, play } from './async-payments';
import { PlainPage } from './plain-page';

/** An account at a simulated bank, whose holder is `Test Account 0031`. */
export const ACCOUNT = { type: 'bank', bank_code: '044', account_number: '0690000031' };
export const BUYER = { name: 'Test Account 0031', email: 'ada@example.com' };

interface ShownRefund {
  status: string;
  stage: string | null;
  account_url: string | null;
}

export interface RefundToAccount {
  id: string;
  refund_id: string;
  session_id: string;
  page: PlainPage;
}

/** A shop that is paid by transfer, refunds that its company does not send back, and the staff who decide about them. */
export class RefundAccounts {
  readonly shop: ElsewhereShop;
  readonly bank: Bank;

  constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
  ) {
    this.shop = new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);
    this.bank = new Bank(platform);
  }

  /** A session of NGN 2,500.50 that a bank transfer has paid, unless other fields say so. */
  async paid(fields: Record<string, unknown> = {}): Promise<string> {
    const session = await this.shop.open({ customer: BUYER, ...fields });
    const { body } = await this.shop.bankTransfer(session);
    await play(body.simulate_url, { decision: 'exact' });
    await this.shop.becomes(session, 'completed');
    return session.session_id;
  }

  async paidByPhone(currency: 'KES' | 'GHS', fields: Record<string, unknown> = {}): Promise<string> {
    const [phone, network] = currency === 'KES' ? ['+254700000001', 'MPESA'] : ['+233240000001', 'MTN'];
    const session = await this.shop.open({ currency, customer: BUYER, ...fields });
    const { body } = await this.shop.mobileMoney(session, phone!, network);
    if (body.simulate_url) await play(body.simulate_url, { decision: 'approve' });
    await this.shop.becomes(session, 'completed');
    return session.session_id;
  }

  async refund(session_id: string, fields: object = {}) {
    const { body, text } = await this.shop.call('refund', { session_id, ...fields });
    if (!body.refund) throw new Error(text);
    return body.refund as { refund_id: string };
  }

  /** A refund of that session, which its company has refused for its method. */
  async refused(session_id: string, fields: object = {}): Promise<RefundToAccount> {
    await this.bank.order('refuses-method', 'refund');
    const { refund_id } = await this.refund(session_id, fields);
    await this.platform.runJobs();
    const [row] = await this.platform.sql<{ id: string }>('SELECT id FROM refunds WHERE refund_id = $1', [
      refund_id,
    ]);
    const { id } = row!;
    const url = this.platform.inside('scheduler', RefundTokensService).addressOf(id, 'live');
    return { id, refund_id, session_id, page: new PlainPage(url) };
  }

  async detail(refund_id: string, key = this.merchant.live.secret_key, host = 'checkout') {
    const path = `sessions.php?action=refund-detail&refund_id=${refund_id}`;
    return (await this.platform.get(host, path, { key })).body.refund as ShownRefund;
  }

  /** Status and stage, e.g. `pending/awaiting_account`. */
  async standing(refund_id: string): Promise<string> {
    const { status, stage } = await this.detail(refund_id);
    return stage === null ? status : `${status}/${stage}`;
  }

  /** Finance's decision about a refund. */
  async staff(action: 'settle' | 'retry' | 'fail' | 'return', fields: object) {
    const { token } = await this.platform.staff('finance');
    const body = { reason: 'The payer was asked', ...fields };
    return this.platform.post('business', `admin.php?section=refunds&action=${action}`, body, { token });
  }

  async seenByStaff(query: string) {
    const { token } = await this.platform.staff('finance');
    return (await this.platform.get('business', `admin.php?section=refunds&action=${query}`, { token })).body;
  }

  /** Minutes pass, and what is due then is done. */
  async pass(duration: Parameters<Platform['clock']['advance']>[0]): Promise<void> {
    this.platform.clock.advance(duration);
    await this.platform.runJobs();
  }

  /** What the provider has of it. */
  transfers(id: string) {
    return this.platform.sql<{ account_number: string; amount_minor: string; currency: string }>(
      `SELECT account_number, amount_minor, currency FROM simulator.transfers WHERE reference = $1 AND is_taken`,
      [id],
    );
  }

  /** What its journals have moved, by account of the service. */
  async moves(refund_id: string): Promise<Record<string, string>> {
    const rows = await this.platform.sql<{ name: string; sum: string }>(
      `SELECT a.code || ' ' || a.currency AS name, sum(l.amount) AS sum
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l(account_id, amount)
         JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_id IS NULL
        WHERE j.related_id = $1 GROUP BY 1 HAVING sum(l.amount) <> 0 ORDER BY 1`,
      [refund_id],
    );
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  }
}

/** The look-up of an account on the page; what confirms it. */
export async function lookUp(page: PlainPage, fields: Record<string, string> = ACCOUNT) {
  const { status, text } = await page.send('check', fields);
  return { status, text, account: /name="account" value="([^"]*)"/.exec(text)?.[1] ?? '' };
}

/** Names the account, and confirms it. */
export async function nameAccount(page: PlainPage, fields: Record<string, string> = ACCOUNT) {
  const { account } = await lookUp(page, fields);
  return page.send('confirm', { account });
}
