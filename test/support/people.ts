import { randomBytes } from 'node:crypto';
import { SeedAccountsService } from '@app/accounts';
import { Commands } from '@app/write-path';
import type { StaffRole } from '@app/http';
import { type Currency, Money } from '@app/kernel';
import { GrantOpeningBalance } from '@app/wallet';
import { generateSync } from 'otplib';
import { newId } from './books';
import type { Platform } from './platform';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  pin: string;
  usertag: string;
  token: string;
  refreshToken: string;
}

export interface TestKeys {
  app_id: string;
  public_key: string;
  secret_key: string;
  webhook_id: string;
  webhook_secret: string;
}

export interface TestMerchant extends TestUser {
  live: TestKeys;
  test: TestKeys;
}

export interface TestStaff {
  id: string;
  email: string;
  password: string;
  totpSecret: string;
  token: string;
}

/** Of every account that tests create. */
export const PASSWORD = 'a long enough passphrase';
const PIN = '1234';

/** Creates the accounts that a test needs, over HTTP where the product supports it. */
export class People {
  constructor(private readonly platform: Platform) {}

  /** Registers a person, sets the PIN and verifies the e-mail address. */
  async signUp(fields: Record<string, unknown> = {}): Promise<TestUser> {
    const unique = randomBytes(5).toString('hex');
    const body = {
      account_type: 'personal',
      email: `user-${unique}@example.com`,
      password: PASSWORD,
      first_name: 'Test',
      last_name: 'Person',
      ...(fields.account_type === 'business' && { business_name: 'Test Business' }),
      ...fields,
    };
    const {
      status,
      body: answer,
      text,
    } = await this.platform.post('business', 'auth.php?action=register', body, {
      // Registrations are limited per address, so each test account uses another one.
      headers: { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` },
    });
    if (status !== 200) throw new Error(`register: ${status} ${text}`);
    const user: TestUser = {
      id: answer.user.id,
      email: answer.user.email,
      password: String(body.password),
      pin: PIN,
      usertag: answer.user.usertag,
      token: answer.access_token,
      refreshToken: answer.refresh_token,
    };
    // Before the first request of the session, so that no process caches it as unproved.
    // Rounded to milliseconds, as the product stores instants.
    await this.platform.sql(
      `UPDATE users SET email_verified_at = date_trunc('milliseconds', now()) WHERE id = $1`,
      [user.id],
    );
    const pinned = await this.platform.post(
      'business',
      'settings.php?action=set-pin',
      { pin: PIN, confirm_pin: PIN },
      { token: user.token },
    );
    if (pinned.status !== 200) throw new Error(`set-pin: ${pinned.status} ${pinned.text}`);
    return user;
  }

  /** A business with an approved KYB, a live app and a test app. */
  async merchant(fields: Record<string, unknown> = {}): Promise<TestMerchant> {
    const user = await this.signUp({ account_type: 'business', ...fields });
    await this.platform.sql(`UPDATE users SET kyb_status = 'approved', kyc_level = 1 WHERE id = $1`, [
      user.id,
    ]);
    return { ...user, live: await this.createApp(user, 'live'), test: await this.createApp(user, 'test') };
  }

  async createApp(
    user: TestUser,
    mode: 'live' | 'test',
    fields: Record<string, unknown> = {},
  ): Promise<TestKeys> {
    const { status, body, text } = await this.platform.post(
      'business',
      'business.php?section=apps&action=create',
      { app_name: `Shop ${mode}`, mode, ...fields },
      { token: user.token },
    );
    if (status !== 200) throw new Error(`create app: ${status} ${text}`);
    return body as TestKeys;
  }

  /** A member of staff, signed in with the second factor. */
  async staff(role: StaffRole): Promise<TestStaff> {
    const email = `${role}-${randomBytes(5).toString('hex')}@staff.example.com`;
    const { id, totpSecret } = await this.platform.inside('business', SeedAccountsService).ensureUser({
      accountType: 'personal',
      email,
      password: PASSWORD,
      firstName: 'Staff',
      lastName: role,
      staffRole: role,
    });
    const code = generateSync({ secret: totpSecret!, epoch: this.platform.clock.unixSeconds() });
    const { status, body, text } = await this.platform.post('business', 'auth.php?action=login', {
      email,
      password: PASSWORD,
      totp_code: code,
    });
    if (status !== 200) throw new Error(`staff login: ${status} ${text}`);
    return { id, email, password: PASSWORD, totpSecret: totpSecret!, token: body.access_token };
  }

  /** Freezes an account in the database, as an operator would, and waits until every app has processed the change. */
  async freeze(id: string): Promise<void> {
    await this.platform.sql('UPDATE users SET frozen_at = now() WHERE id = $1', [id]);
    await this.platform.sessionChangesProcessed();
  }

  /** Creates funds with a normal booking. */
  async fund(user: { id: string }, currency: Currency, amount: string | number): Promise<void> {
    const money = Money.parseMajor(amount, currency);
    if (!money) throw new Error(`not an amount: ${amount}`);
    await this.platform
      .inside('business', Commands)
      .execute(new GrantOpeningBalance(user.id, money, newId()));
  }
}
