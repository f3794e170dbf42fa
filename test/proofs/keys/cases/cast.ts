import { generateSync } from 'otplib';
import type { Currency } from '@app/kernel';
import { cardOf } from '../../../support/test-cards';
import type { CallOptions } from '../../../support/http-client';
import type { TestUser } from '../../../support/people';
import type { Platform } from '../../../support/platform';
import { openShop } from '../../support/shop';
import { type Host } from './case';

type Credential = () => Promise<CallOptions>;
type SignedIn = Pick<TestUser, 'email' | 'password' | 'token'> & { totpSecret?: string };

/** The accounts and credentials of the cases, and preparations that several cases share. */
export class Cast {
  /** A caller with a key. */
  readonly shop = cached(() => openShop(this.platform));
  /** A second business with funds, as the other party. */
  readonly counterpart = cached(() => openShop(this.platform));
  /** A caller with an access token. */
  readonly person = cached(() => this.platform.signUp({ account_type: 'business' }));
  readonly recipient = cached(() => this.platform.signUp());
  private readonly clerks = {
    finance: cached(() => this.platform.staff('finance')),
    admin: cached(() => this.platform.staff('admin')),
  };
  private readonly testKey = cached(async () => {
    const shop = await this.shop();
    const { access_token } = await this.post('business', 'auth.php?action=login', shop, {});
    const user = { ...shop, token: access_token as string, refreshToken: '' };
    return (await this.platform.people.createApp(user, 'test')).secret_key;
  });
  private amounts = 1000;
  private readonly tokens = new Map<string, { token: Promise<string>; since: number }>();

  constructor(readonly platform: Platform) {}

  /** Funds of the payers. */
  async begin(): Promise<void> {
    for (const payer of [this.shop, this.person, this.counterpart]) {
      await this.platform.fund(await payer(), 'NGN', '1000000.00');
    }
  }

  /**
   * The credential for the account's own money and sessions: a secret key, or an access token on the personal host.
   */
  async owner(host: Host): Promise<Credential> {
    if (host === 'app') return this.tokenOf(await this.person());
    const { key } = await this.shop();
    return () => Promise.resolve({ key });
  }

  /** The shop's key of the host's mode. */
  keyOf(host: Host): Credential {
    return async () => ({ key: host === 'sandbox' ? await this.testKey() : (await this.shop()).key });
  }

  tokenOf({ email, password }: Pick<TestUser, 'email' | 'password'>): Credential {
    return () => this.signedIn('app', email, () => ({ email, password }));
  }

  async staff(role: 'finance' | 'admin'): Promise<Credential> {
    return this.continuing(await this.clerks[role]());
  }

  /** The session that the person has on the business host, and later ones with the second factor, where there is one. */
  continuing({ email, password, token, totpSecret }: SignedIn): Credential {
    // The code of the current time step may be used already.
    const since = this.platform.clock.now().getTime();
    if (!this.tokens.has(email)) this.tokens.set(email, { token: Promise.resolve(token), since });
    const code = (secret: string) => generateSync({ secret, epoch: this.platform.clock.unixSeconds() });
    return () =>
      this.signedIn('business', email, () => ({
        email,
        password,
        ...(totpSecret && { totp_code: code(totpSecret) }),
      }));
  }

  async session(host: Host, currency: Currency = 'NGN'): Promise<string> {
    const body = { amount: 25, currency, expires_in: 43_200 };
    const made = await this.post(host, 'sessions.php?action=create', body, await this.keyOf(host)());
    return made.session_id as string;
  }

  /** Pays a session by a card for which the company asks a question. */
  async waiting(host: Host, session_id: string, number: string): Promise<string> {
    const body = { session_id, card: cardOf(number) };
    const paid = await this.post(host, 'sessions.php?action=pay-card', body, await this.keyOf(host)());
    return paid.gw_ref as string;
  }

  /** An amount that no other case uses. */
  newAmount(): string {
    this.amounts += 1;
    return `${Math.floor(this.amounts / 100)}.${String(this.amounts % 100).padStart(2, '0')}`;
  }

  async post(host: Host, path: string, body: object, credential: CallOptions) {
    const answer = await this.platform.post(host, path, body, credential);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as Record<string, unknown>;
  }

  async count(where: string, ...values: unknown[]): Promise<number> {
    const rows = await this.platform.sql<{ count: string }>(`SELECT count(*) FROM ${where}`, values);
    return Number(rows[0]!.count);
  }

  /** Counts the actions of staff with this reason. */
  audited(reason: string) {
    return { effects: () => this.count('audit_log WHERE reason = $1', reason) };
  }

  /** Access tokens live for 15 minutes, but some cases take a day. */
  private async signedIn(host: Host, email: string, body: () => object): Promise<CallOptions> {
    const now = this.platform.clock.now().getTime();
    let known = this.tokens.get(email);
    if (!known || now - known.since > 600_000) {
      const answer = this.post(host, 'auth.php?action=login', body(), {});
      known = { since: now, token: answer.then(({ access_token }) => access_token as string) };
      this.tokens.set(email, known);
    }
    return { token: await known.token };
  }
}

function cached<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
