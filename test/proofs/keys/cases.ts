import { randomUUID } from 'node:crypto';
import type { Currency } from '@app/kernel';
import { CURRENCIES } from '@app/kernel';
import { generateSync } from 'otplib';
import type { CallOptions } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Bank } from '../../e2e/business/card-deposits';
import { openShop, type Shop } from '../support/shop';
import { escrowCases } from './escrow-cases';

export type Host = 'business' | 'checkout' | 'sandbox' | 'app';

/** One thing to ask for, made so that what it does can be told from everything else. */
export interface Trial {
  body: Record<string, unknown>;
  /** For the same key, and told apart by nothing else. */
  otherBody: Record<string, unknown>;
  credential(): Promise<CallOptions>;
  /** How often either of them took effect. */
  effects(): Promise<number>;
  /** How often the card company took money for it; absent where it calls nobody. */
  charges?(): Promise<number>;
}

/** What an action's trials need: what its request is called on the wire, and how to prepare one. */
export interface Case {
  path: string;
  prepare(host: Host): Promise<Trial>;
}

const CARDS = {
  approved: '4000000000000000',
  otp: '4000000000000226',
  challenge: '4000000000003220',
} as const;
const cardOf = (number: string) => ({ number, expiry_month: '12', expiry_year: '2099', cvv: '123' });

/** A way to try every financial action, by the action's inner path. A new one without an entry here fails the test. */
export class Cases {
  private readonly shop = cached(() => openShop(this.platform));
  private readonly counterpart = cached(() => openShop(this.platform));
  private readonly recipient = cached(() => this.platform.signUp());
  private readonly person = cached(() => this.platform.signUp());
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
  private currencies: { shop: Shop; left: Currency[] } | null = null;
  private readonly tokens = new Map<string, { token: Promise<string>; since: number }>();

  constructor(private readonly platform: Platform) {}

  /** Funds for those who pay. */
  async begin(): Promise<void> {
    await this.platform.fund(await this.shop(), 'NGN', '1000000.00');
    await this.platform.fund(await this.person(), 'NGN', '1000000.00');
    await this.platform.fund(await this.counterpart(), 'NGN', '1000000.00');
  }

  readonly all: Record<string, Case> = {
    '/api/wallet.php/transfer': {
      path: 'wallet.php?action=transfer',
      prepare: async (host) => {
        const note = randomUUID();
        const { usertag } = await this.recipient();
        const body = { recipient: usertag, amount: 1.5, note, ...(host === 'app' && { pin: '1234' }) };
        return {
          ...{ body, otherBody: { ...body, amount: 1.51 }, credential: await this.owner(host) },
          effects: () => this.count(`ledger.journals WHERE type = 'transfer' AND description = $1`, note),
        };
      },
    },

    '/api/wallet.php/create-wallet': {
      path: 'wallet.php?action=create-wallet',
      prepare: async (host) => {
        const { shop, currency, other } = await this.withoutWallets();
        const credential =
          host === 'app' ? await this.tokenOf(shop) : () => Promise.resolve({ key: shop.key });
        return {
          ...{ body: { currency }, otherBody: { currency: other }, credential },
          effects: () =>
            this.count('wallets WHERE owner_id = $1 AND currency_code IN ($2, $3)', shop.id, currency, other),
        };
      },
    },

    '/api/wallet.php/request-payment': {
      path: 'wallet.php?action=request-payment',
      prepare: async (host) => {
        const note = randomUUID();
        // Somebody new each time: few requests are open to one person.
        const { usertag } = await this.platform.signUp();
        const body = { recipient: usertag, amount: 1.5, note };
        return {
          ...{ body, otherBody: { ...body, amount: 1.51 }, credential: await this.owner(host) },
          effects: () => this.count('payment_requests WHERE note = $1', note),
        };
      },
    },

    '/api/wallet.php/fulfill-request': this.answered('fulfill-request', 'paid'),
    '/api/wallet.php/decline-request': this.answered('decline-request', 'declined'),

    '/api/wallet.php/cancel-request': {
      path: 'wallet.php?action=cancel-request',
      prepare: async (host) => {
        const [credential, { usertag }] = [await this.owner(host), await this.platform.signUp()];
        const options = await credential();
        const [request_id, other] = [
          await this.requested(host, usertag, options),
          await this.requested(host, usertag, options),
        ];
        return {
          ...{ body: { request_id }, otherBody: { request_id: other }, credential },
          effects: () => this.countOfRequests('cancelled', request_id, other),
        };
      },
    },

    '/api/deposit.php/init': {
      path: 'deposit.php?action=init',
      prepare: async (host) => {
        const amount = this.newAmount();
        const body = { amount, currency: 'NGN' };
        return {
          ...{ body, otherBody: { ...body, method: 'checkout' }, credential: await this.owner(host) },
          effects: () => this.count('deposits WHERE amount_minor = $1', minor(amount)),
        };
      },
    },

    '/api/deposit.php/charge-card-gw': {
      path: 'deposit.php?action=charge-card-gw',
      prepare: async (host) => {
        const amount = this.newAmount();
        const body = { amount, currency: 'NGN', card: cardOf(CARDS.approved) };
        return {
          ...{ body, otherBody: { ...body, redirect_url: 'https://shop.example/' } },
          ...{ credential: await this.owner(host), ...this.deposited(amount) },
        };
      },
    },

    '/api/deposit.php/validate-charge': {
      path: 'deposit.php?action=validate-charge',
      prepare: async (host) => {
        const amount = this.newAmount();
        const credential = await this.owner(host);
        const charge = { amount, currency: 'NGN', card: cardOf(CARDS.otp) };
        const { gw_ref } = await this.post(
          host,
          'deposit.php?action=charge-card-gw',
          charge,
          await credential(),
        );
        const body = { gw_ref, otp: '123456' };
        return { body, otherBody: { gw_ref, otp: '123457' }, credential, ...this.deposited(amount) };
      },
    },

    '/api/deposit.php/verify-gateway': {
      path: 'deposit.php?action=verify-gateway',
      prepare: async (host) => {
        const amount = this.newAmount();
        const credential = await this.owner(host);
        const charge = { amount, currency: 'NGN', card: cardOf(CARDS.otp) };
        const made = await this.post(host, 'deposit.php?action=charge-card-gw', charge, await credential());
        const other = await this.post(host, 'deposit.php?action=charge-card-gw', charge, await credential());
        // The company took the money of the first, and neither its answer nor its event reached us.
        await this.platform.sql(
          `UPDATE simulator.charges SET status = 'successful', completed_at = now() WHERE gw_ref = $1`,
          [made.gw_ref],
        );
        return {
          ...{ body: { tx_ref: made.tx_ref }, otherBody: { tx_ref: other.tx_ref }, credential },
          effects: this.deposited(amount).effects,
        };
      },
    },

    '/api/sessions.php/create': {
      path: 'sessions.php?action=create',
      prepare: async (host) => {
        const orderRef = randomUUID();
        const body = { amount: 25, order_ref: orderRef };
        return {
          ...{ body, otherBody: { ...body, amount: 26 }, credential: this.keyOf(host) },
          effects: () => this.count('checkout_sessions WHERE order_ref = $1', orderRef),
        };
      },
    },

    '/api/sessions.php/expire': {
      path: 'sessions.php?action=expire',
      prepare: async (host) => {
        const [session_id, other] = [await this.session(host), await this.session(host)];
        return {
          ...{ body: { session_id }, otherBody: { session_id: other }, credential: this.keyOf(host) },
          effects: () =>
            this.count(
              `outbox WHERE type = 'checkout.session-expired' AND payload->>'sessionId' IN ($1, $2)`,
              ...[session_id, other],
            ),
        };
      },
    },

    '/api/sessions.php/pay-card': {
      path: 'sessions.php?action=pay-card',
      prepare: async (host) => {
        const session_id = await this.session(host);
        const body = { session_id, card: cardOf(CARDS.approved) };
        const otherBody = { session_id, card: { ...body.card, name: 'Somebody Else' } };
        return { body, otherBody, credential: this.keyOf(host), ...this.paid(session_id) };
      },
    },

    '/api/sessions.php/pay-card-submit': {
      path: 'sessions.php?action=pay-card-submit',
      prepare: async (host) => {
        const session_id = await this.session(host);
        const gw_ref = await this.waiting(host, session_id, CARDS.otp);
        const body = { session_id, gw_ref, otp: '123456' };
        return {
          ...{ body, otherBody: { ...body, otp: '123457' }, credential: this.keyOf(host) },
          ...this.paid(session_id),
        };
      },
    },

    '/api/sessions.php/pay-card-cancel': {
      path: 'sessions.php?action=pay-card-cancel',
      prepare: async (host) => {
        const [body, otherBody] = [await this.challenged(host), await this.challenged(host)];
        return {
          ...{ body, otherBody, credential: this.keyOf(host) },
          // The payment that nobody asked about is given up by itself, later.
          effects: () =>
            this.count(
              `outbox WHERE type = 'checkout.payment-failed' AND payload->>'sessionId' = $1`,
              ...[body.session_id],
            ),
        };
      },
    },

    '/api/session.php/create': {
      path: 'session.php?action=create',
      prepare: async (host) => {
        const description = randomUUID();
        const body = { amount: 2500, currency_code: 'NGN', description };
        return {
          ...{ body, otherBody: { ...body, amount: 2600 }, credential: this.keyOf(host) },
          effects: () => this.count('checkout_sessions WHERE description = $1', description),
        };
      },
    },

    '/api/session.php/expire': {
      path: 'session.php?action=expire',
      prepare: async (host) => {
        const [one, other] = [await this.sessionB(host), await this.sessionB(host)];
        return {
          ...{ body: { token: one.token }, otherBody: { token: other.token }, credential: this.keyOf(host) },
          effects: () =>
            this.count(
              `outbox WHERE type = 'checkout.session-expired' AND payload->>'sessionId' IN ($1, $2)`,
              ...[one.reference, other.reference],
            ),
        };
      },
    },

    '/api/sessions.php/pay-wallet': {
      path: 'sessions.php?action=pay-wallet',
      prepare: async (host) => {
        const session_id = await this.session(host);
        const body = { session_id, pin: '1234' };
        const credential = host === 'sandbox' ? this.keyOf(host) : await this.tokenOf(await this.person());
        return {
          ...{ body, otherBody: { ...body, currency: 'NGN' }, credential },
          effects: this.paid(session_id).effects,
        };
      },
    },

    '/api/sessions.php/pay-bank-transfer': this.elsewhere('pay-bank-transfer', 'NGN', {}, null),
    '/api/sessions.php/pay-ussd': this.elsewhere(
      ...(['pay-ussd', 'NGN', { bank_code: '058' }, { bank_code: '044' }] as const),
    ),
    '/api/sessions.php/pay-mobile-money': this.elsewhere(
      ...(['pay-mobile-money', 'GHS', { phone: '+233240000001', network: 'MTN' }] as const),
      { phone: '+233240000002', network: 'MTN' },
    ),
    '/api/sessions.php/pay-extwallet': this.elsewhere('pay-extwallet', 'USD', {}, null),

    '/api/sessions.php/pay-cancel': {
      path: 'sessions.php?action=pay-cancel',
      prepare: async (host) => {
        const [body, otherBody] = [await this.dialling(host), await this.dialling(host)];
        return {
          ...{ body, otherBody, credential: this.keyOf(host) },
          // The session that nobody asked about is given up by itself, later.
          effects: () =>
            this.count(
              `checkout_sessions WHERE status = 'pending' AND session_id = $1`,
              ...[body.session_id],
            ),
        };
      },
    },

    ...escrowCases({
      ...{ shop: this.shop, counterpart: this.counterpart, finance: () => this.staff('finance') },
      post: (path, body, credential) => this.post('business', path, body, credential),
      count: (where, ...values) => this.count(where, ...values),
    }),

    '/api/business.php/payroll/create': {
      path: 'business.php?section=payroll&action=create',
      prepare: async () => {
        const batch_name = randomUUID();
        const people = [await this.recipient(), await this.counterpart()];
        const recipients = people.map(({ usertag }) => ({ recipient: usertag, amount: 1.5 }));
        const body = { batch_name, recipients, pin: '1234' };
        return {
          ...{ body, otherBody: { ...body, recipients: recipients.slice(1) } },
          credential: await this.tokenOf(await this.person()),
          effects: () => this.count('payroll_batches WHERE name = $1', batch_name),
        };
      },
    },

    '/api/admin.php/queues/run-job': {
      path: 'admin.php?section=queues&action=run-job',
      prepare: async () => {
        const body = { name: 'forget old sessions', reason: randomUUID() };
        return {
          ...{ body, otherBody: { ...body, name: 'forget old idempotency keys' } },
          ...{ credential: await this.staff('admin'), ...this.audited(body.reason) },
        };
      },
    },

    '/api/admin.php/deliveries/retry-parked': {
      path: 'admin.php?section=deliveries&action=retry-parked',
      prepare: async () => {
        const reason = randomUUID();
        const [id, other] = [await this.parked(), await this.parked()];
        return {
          ...{ body: { id, reason }, otherBody: { id: other, reason } },
          ...{ credential: await this.staff('admin'), ...this.audited(reason) },
        };
      },
    },

    '/api/admin.php/unapplied/refund': this.decided('refund'),
    '/api/admin.php/unapplied/apply': this.decided('apply'),
    '/api/admin.php/unapplied/settle': this.decided('settle', () => ({ refund_id: randomUUID() })),

    '/api/admin.php/ledger/reverse': {
      path: 'admin.php?section=ledger&action=reverse',
      prepare: async () => {
        const { usertag } = await this.recipient();
        const credential = await (await this.owner('business'))();
        const sent = { recipient: usertag, amount: 2 };
        const made = await this.post('business', 'wallet.php?action=transfer', sent, credential);
        const body = { transaction_id: made.transaction_id, reason: 'Sent by mistake' };
        return {
          ...{
            body,
            otherBody: { ...body, reason: 'Another reason' },
            credential: await this.staff('finance'),
          },
          effects: () =>
            this.count(`ledger.journals WHERE type = 'reversal' AND reference = $1`, made.transaction_id),
        };
      },
    },
  };

  /** What somebody does about a request they received; one that is paid is counted by what was booked for it. */
  private answered(action: string, status: 'paid' | 'declined'): Case {
    return {
      path: `wallet.php?action=${action}`,
      prepare: async (host) => {
        const asker = await this.platform.signUp();
        const asked = host === 'app' ? await this.person() : await this.shop();
        const [request_id, other] = [
          await this.requested('business', asked.usertag, asker),
          await this.requested('business', asked.usertag, asker),
        ];
        const pin = host === 'app' && status === 'paid' ? { pin: '1234' } : {};
        return {
          body: { request_id, ...pin },
          otherBody: { request_id: other, ...pin },
          credential: await this.owner(host),
          effects: () =>
            status === 'paid'
              ? this.count(
                  `ledger.journals WHERE related_type = 'payment_request' AND related_id IN ($1, $2)`,
                  ...[request_id, other],
                )
              : this.countOfRequests(status, request_id, other),
        };
      },
    };
  }

  private async requested(host: Host, usertag: string, asker: CallOptions): Promise<number> {
    const body = { recipient: usertag, amount: 1.5 };
    const { token, key } = asker;
    const made = await this.post(host, 'wallet.php?action=request-payment', body, { token, key });
    return made.request_id as number;
  }

  private countOfRequests(status: string, ...ids: number[]): Promise<number> {
    return this.count('payment_requests WHERE status = $1 AND id = ANY ($2)', status, ids);
  }

  /** The account's own money and sessions: a secret key, or on the personal host an access token. */
  private async owner(host: Host): Promise<() => Promise<CallOptions>> {
    if (host === 'app') return this.tokenOf(await this.person());
    const { key } = await this.shop();
    return () => Promise.resolve({ key });
  }

  private async tokenOf({ email, password }: Pick<TestUser, 'email' | 'password'>) {
    return () => this.signedIn('app', email, () => ({ email, password }));
  }

  private async staff(role: 'finance' | 'admin'): Promise<() => Promise<CallOptions>> {
    const { email, password, totpSecret, token } = await this.clerks[role]();
    // The code of this moment has been used.
    const since = this.platform.clock.now().getTime();
    if (!this.tokens.has(email)) this.tokens.set(email, { token: Promise.resolve(token), since });
    const epoch = () => this.platform.clock.unixSeconds();
    return () =>
      this.signedIn('business', email, () => ({
        ...{ email, password, totp_code: generateSync({ secret: totpSecret, epoch: epoch() }) },
      }));
  }

  /** Access tokens live for 15 minutes; some trials take a day. */
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

  private keyOf(host: Host): () => Promise<CallOptions> {
    return async () => ({ key: host === 'sandbox' ? await this.testKey() : (await this.shop()).key });
  }

  private async session(host: Host, currency: Currency = 'NGN'): Promise<string> {
    const body = { amount: 25, currency, expires_in: 43_200 };
    const made = await this.post(host, 'sessions.php?action=create', body, await this.keyOf(host)());
    return made.session_id as string;
  }

  private async waiting(host: Host, session_id: string, number: string): Promise<string> {
    const body = { session_id, card: cardOf(number) };
    const paid = await this.post(host, 'sessions.php?action=pay-card', body, await this.keyOf(host)());
    return paid.gw_ref as string;
  }

  private async sessionB(host: Host): Promise<{ token: string; reference: string }> {
    const body = { amount: 2500, currency_code: 'NGN' };
    const { body: made } = await this.platform.post(
      ...([host, 'session.php?action=create', body, await this.keyOf(host)()] as const),
    );
    // It would be over by the time a broken connection has been waited for.
    const reference = made.data.reference as string;
    const later = new Date(this.platform.clock.now().getTime() + 30 * 86_400_000);
    await this.platform.sql('UPDATE checkout_sessions SET expires_at = $2 WHERE session_id = $1', [
      reference,
      later,
    ]);
    return { token: made.data.session_token as string, reference };
  }

  /** A way to pay that the buyer completes at another company. Once asked for, it waits there. */
  private elsewhere(action: string, currency: Currency, choice: object, otherChoice: object | null): Case {
    const path = `sessions.php?action=${action}`;
    return {
      path,
      prepare: async (host) => {
        const [session_id, other] = [await this.session(host, currency), await this.session(host, currency)];
        const body = { session_id, ...choice };
        const otherBody = otherChoice ? { session_id, ...otherChoice } : { session_id: other };
        const counting = (from: string) => () =>
          this.count(
            `${from} JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id IN ($1, $2)`,
            ...[session_id, other],
          );
        const credential = this.keyOf(host);
        if (action === 'pay-mobile-money') {
          // A phone rings, or does not, whether or not anybody heard: like a card, it is asked about.
          const charges = counting('simulator.charges c JOIN checkout_attempts a ON a.reference = c.tx_ref');
          return { body, otherBody, credential, effects: charges, charges };
        }
        const told = '(SELECT * FROM checkout_attempts WHERE gw_ref IS NOT NULL) a';
        return { body, otherBody, credential, effects: counting(told) };
      },
    };
  }

  private async dialling(host: Host): Promise<{ session_id: string }> {
    const session_id = await this.session(host);
    await this.post(host, 'sessions.php?action=pay-ussd', { session_id }, await this.keyOf(host)());
    return { session_id };
  }

  private async parked(): Promise<string> {
    const id = randomUUID();
    await this.platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                           attempts, parked_at)
       VALUES ($1, 'test', 'test', 'test.nothing', '{}', $1, 'live', 'c', $2, 10, $2)`,
      [id, this.platform.clock.now()],
    );
    return id;
  }

  /** What finance does about money that no session could take. */
  private decided(action: 'refund' | 'apply' | 'settle', more: () => object = () => ({})): Case {
    return {
      path: `admin.php?section=unapplied&action=${action}`,
      prepare: async () => {
        const reason = randomUUID();
        const [id, other] = [await this.unapplied(), await this.unapplied()];
        return {
          ...{ body: { id, reason, ...more() }, otherBody: { id: other, reason, ...more() } },
          ...{ credential: await this.staff('finance'), ...this.audited(reason) },
        };
      },
    };
  }

  /** A card payment of which the company took one naira less than was asked. */
  private async unapplied(): Promise<string> {
    const session_id = await this.session('checkout');
    await new Bank(this.platform).order('amount-mismatch');
    const body = { session_id, card: cardOf(CARDS.approved) };
    await this.platform.post(
      'checkout',
      'sessions.php?action=pay-card',
      body,
      await this.keyOf('checkout')(),
    );
    const [attempt] = await this.platform.sql<{ id: string }>(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.status = 'unapplied'`,
      [session_id],
    );
    return attempt!.id;
  }

  private audited(reason: string) {
    return { effects: () => this.count('audit_log WHERE reason = $1', reason) };
  }

  private async challenged(host: Host): Promise<{ session_id: string; gw_ref: string }> {
    const session_id = await this.session(host);
    return { session_id, gw_ref: await this.waiting(host, session_id, CARDS.challenge) };
  }

  private deposited(amount: string) {
    return {
      effects: () =>
        this.count(`ledger.journals WHERE type = 'deposit' AND amount_minor = $1`, minor(amount)),
      charges: () =>
        this.count(
          `simulator.charges WHERE status = 'successful' AND tx_ref LIKE 'dep_%' AND amount_minor = $1`,
          minor(amount),
        ),
    };
  }

  private paid(sessionId: string) {
    return {
      effects: () =>
        this.count(
          `outbox WHERE type = 'checkout.session-completed' AND payload->>'sessionId' = $1`,
          sessionId,
        ),
      charges: () =>
        this.count(
          `simulator.charges c JOIN checkout_attempts a ON a.reference = c.tx_ref
             JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE c.status = 'successful' AND s.session_id = $1`,
          sessionId,
        ),
    };
  }

  /** Amounts that no other trial asks for. */
  private newAmount(): string {
    this.amounts += 1;
    return `${Math.floor(this.amounts / 100)}.${String(this.amounts % 100).padStart(2, '0')}`;
  }

  private async withoutWallets(): Promise<{ shop: Shop; currency: Currency; other: Currency }> {
    if (!this.currencies || this.currencies.left.length < 2) {
      const left = CURRENCIES.filter((code) => code !== 'NGN');
      this.currencies = { shop: await openShop(this.platform), left };
    }
    const { shop, left } = this.currencies;
    return { shop, currency: left.pop()!, other: left.pop()! };
  }

  private async post(host: Host, path: string, body: object, credential: CallOptions) {
    const answer = await this.platform.post(host, path, body, credential);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as Record<string, unknown>;
  }

  private async count(where: string, ...values: unknown[]): Promise<number> {
    const rows = await this.platform.sql<{ count: string }>(`SELECT count(*) FROM ${where}`, values);
    return Number(rows[0]!.count);
  }
}

function minor(amount: string): string {
  return amount.replace('.', '');
}

function cached<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
