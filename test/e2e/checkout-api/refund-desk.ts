import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank } from '../business-api/card-deposits';
import { Escrows } from '../escrow/escrows';
import { Shop } from './cards';

/** A shop whose refunds do not go as they should, and the staff who decide about them. */
export class RefundDesk {
  readonly escrows: Escrows;
  readonly shop: Shop;
  readonly bank: Bank;

  private constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
  ) {
    this.escrows = new Escrows(platform);
    this.shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    this.bank = new Bank(platform);
  }

  static async open(): Promise<RefundDesk> {
    const platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    return new RefundDesk(platform, await platform.merchant());
  }

  get key(): { key: string } {
    return { key: this.merchant.live.secret_key };
  }

  /** Finance's decision; without a named user it signs in again, since minutes pass in these tests. */
  async decide(action: string, id: string, fields: object = {}, by?: { token: string }) {
    const { token } = by ?? (await this.platform.staff('finance'));
    const body = { id, reason: 'The company was asked', ...fields };
    return this.platform.post('business', `admin.php?section=unapplied&action=${action}`, body, { token });
  }

  /** Internal id of the last refund of a payment. */
  async refundOf(id: string): Promise<string> {
    const sql = 'SELECT id FROM refunds WHERE payment_id = $1 ORDER BY created_at DESC LIMIT 1';
    return (await this.platform.sql<{ id: string }>(sql, [id]))[0]!.id;
  }

  /** What staff see of it; undefined once it is done. */
  async listed(id: string) {
    const { token } = await this.platform.staff('support');
    const path = 'admin.php?section=unapplied&action=list&per_page=100';
    const { body } = await this.platform.get('business', path, { token });
    const rows = body.data.data as Record<string, unknown>[];
    return rows.find((row) => row.id === id);
  }
}
