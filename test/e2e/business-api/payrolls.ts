import { randomBytes } from 'node:crypto';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import { newId } from '../../support/books';
import type { TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';

/** Employers who pay many at once, over HTTP. */
export class Payrolls {
  constructor(readonly platform: Platform) {}

  /** A user with a naira balance. */
  async person(ngn = '0', fields: Record<string, unknown> = {}): Promise<TestUser> {
    const user = await this.platform.signUp(fields);
    if (ngn !== '0') await this.platform.fund(user, 'NGN', ngn);
    return user;
  }

  /** A business with a naira balance, which may run payrolls. */
  employer(ngn: string, fields: Record<string, unknown> = {}): Promise<TestUser> {
    return this.person(ngn, { account_type: 'business', ...fields });
  }

  people(count: number): Promise<TestUser[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  /** So many accounts with a naira wallet, written as their use cases would write them; their user tags. */
  async crowd(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, newId);
    const tags = ids.map((_, n) => `c${randomBytes(4).toString('hex')}_${n}`);
    await this.platform.sql(
      `INSERT INTO users (id, version, account_type, email, email_verified_at, password_hash, first_name, last_name,
                          usertag, country_code, currency, kyc_level, kyc_status, kyb_status, referral_code, created_at)
       SELECT id, 1, 'personal', tag || '@example.com', date_trunc('milliseconds', now()), 'none', 'One', 'Of Many',
              tag, 'NG', 'NGN', 1, 'approved', 'none', tag, date_trunc('milliseconds', now())
         FROM unnest($1::uuid[], $2::text[]) AS t(id, tag)`,
      [ids, tags],
    );
    const [wallets, locked] = [ids.map(newId), ids.map(newId)];
    await this.platform.sql(
      `INSERT INTO wallets (id, locked_account_id, owner_id, currency_code, is_primary, version, created_at)
       SELECT id, locked, owner, 'NGN', true, 1, now() FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t(id, locked, owner)`,
      [wallets, locked, ids],
    );
    for (const [code, accounts] of [
      ['available', wallets],
      ['locked', locked],
    ] as const) {
      await this.platform.sql(
        `SELECT ledger.open_accounts(now(), $1::uuid[], $2::uuid[], array_fill($3::text, ARRAY[$4::int]),
                                     array_fill('NGN'::text, ARRAY[$4::int]))`,
        [accounts, ids, code, count],
      );
    }
    return tags;
  }

  create(
    employer: TestUser,
    recipients: unknown,
    fields: object = {},
    { host = 'business', ...options }: CallOptions & { host?: string } = {},
  ): Promise<HttpAnswer> {
    const body = { recipients, pin: employer.pin, ...fields };
    const credential = options.key ? {} : { token: employer.token };
    return this.platform.post(host, 'business.php?section=payroll&action=create', body, {
      ...credential,
      ...options,
    });
  }

  get({ token }: { token: string }, action: string): Promise<HttpAnswer> {
    return this.platform.get('business', `business.php?section=payroll&action=${action}`, { token });
  }

  async balanceOf({ token }: { token: string }, currency = 'NGN'): Promise<string> {
    const path = `wallet.php?action=balance&currency=${currency}`;
    return (await this.platform.get('business', path, { token })).body.balance as string;
  }

  async history({ token }: { token: string }, query = '') {
    const { body } = await this.platform.get('business', `wallet.php?action=history${query}`, { token });
    return body.data.data as Record<string, unknown>[];
  }

  /** All that a payroll may leave behind, in numbers. */
  async traces(): Promise<Record<string, number>> {
    const [row] = await this.platform.sql<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM payroll_batches) AS batches, (SELECT count(*)::int FROM payroll_items) AS items,
              (SELECT count(*)::int FROM ledger.journals WHERE type = 'payroll') AS journals,
              (SELECT count(*)::int FROM outbox WHERE type LIKE 'payroll.%') AS events`,
    );
    return row!;
  }
}
