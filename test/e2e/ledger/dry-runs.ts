import type { CallOptions } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';
import { Escrows } from '../escrow/escrows';

export interface Request {
  host: string;
  body: Record<string, unknown>;
  options: CallOptions;
  /** What the real answer has and no dry run can know. */
  unforeseen?: Record<string, unknown>;
}

export const DRY = { 'x-dry-run': 'true' };

/** Who tries things out, and how they ask. */
export class DryRuns {
  private constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
    readonly user: TestUser,
    readonly other: TestUser,
    readonly finance: TestStaff,
  ) {}

  static async open(): Promise<DryRuns> {
    // So many requests of one person would meet a limit, on a fast machine sooner.
    const platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    const [merchant, finance] = [await platform.merchant(), await platform.staff('finance')];
    const [user, other] = [await platform.signUp({ account_type: 'business' }), await platform.signUp()];
    await platform.fund(user, 'NGN', '100000.00');
    return new DryRuns(platform, merchant, user, other, finance);
  }

  get shop(): Shop {
    return new Shop(this.platform, 'checkout', this.merchant.live.secret_key);
  }

  get escrows(): Escrows {
    return new Escrows(this.platform);
  }

  readonly send = (path: string, { host, body, options }: Request, headers: Record<string, string> = {}) =>
    this.platform.post(host, path, body, { ...options, headers: { ...options.headers, ...headers } });

  readonly byUser = (body: Record<string, unknown>, unforeseen?: Request['unforeseen']): Request => ({
    host: 'business',
    body,
    options: { token: this.user.token },
    unforeseen,
  });

  readonly byOther = (body: Record<string, unknown>): Request => ({
    ...this.byUser(body),
    options: { token: this.other.token },
  });

  readonly byShop = (body: Record<string, unknown>, unforeseen?: Request['unforeseen']): Request => ({
    host: 'checkout',
    body,
    options: { key: this.merchant.live.secret_key },
    unforeseen,
  });

  /** One that the user has opened for the other. */
  readonly escrow = async () => ({ uuid: (await this.escrows.open(this.user, this.other)).uuid });
}

/** How recipients are looked up before they are paid. */
export const asStranger = ({ usertag }: TestUser) => ({ usertag, name: 'Test P.' });

/** The same text for what differs from one request to the next: ids, tokens, times. */
export function likened(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
      .replace(/\/(pay|invoice|link|subscription)\/[^"]+/g, '/$1/<token>')
      .replace(/("(?:qr_svg|code)":)"(?:[^"\\]|\\.)+"/g, '$1"<text>"')
      .replace(/"(plan|sub|inv|cs|rf)_(live|test)_\w+"/g, '"<$1>"')
      .replace(/"id":\d+/g, '"id":"<id>"')
      .replace(/("(?:tx_ref|session_id|request_id|session_token|reference)":)(?:"[^"]+"|\d+)/g, '$1"<id>"'),
  );
}
