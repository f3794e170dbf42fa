import { Commands, RelayWorker } from '@app/write-path';
import { RecordCharge } from '../../../libs/deposits/src/deposits/commands/record-charge';
import { Money } from '@app/kernel';
import { Bank, Depositor, OTP } from '../business-api/card-deposits';
import { tokenOf } from '../checkout-api/cards';
import { ElsewhereShop, play, type Session } from '../checkout-api/async-payments';
import { BvnTrials, freshNumber } from '../kyc/bvns';
import { type Subscribed, SubscriptionShop } from '../subscriptions/subscribers';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';

const UNAVAILABLE = 'This business cannot take payments at the moment.';

let platform: Platform;
let payer: TestUser;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  payer = await platform.signUp();
  await platform.fund(payer, 'NGN', '100000');
});
afterAll(() => platform?.proveAndStop());

const close = ({ password, token }: TestUser) =>
  platform.post('app', 'settings.php?action=close-account', { password }, { token });

/** Closes the account while a payment that has read it as open waits for the closing to commit. */
async function closedMeanwhile(payee: TestUser, pay: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const closing = await HeldLock.take(
    platform.config.env.DATABASE_URL,
    'UPDATE users SET frozen_at = now(), closed_at = now() WHERE id = $1',
    [payee.id],
  );
  const paying = pay();
  await closing.awaited();
  await closing.commit();
  return paying;
}

async function heldBy({ id }: { id: string }): Promise<string> {
  const [row] = await platform.sql<{ minor: string }>(
    `SELECT coalesce(sum(b.balance_minor), 0) AS minor FROM ledger.balances b
       JOIN ledger.accounts a ON a.id = b.account_id WHERE a.owner_id = $1`,
    [id],
  );
  return row!.minor;
}

const shopOf = (merchant: TestMerchant) => new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);

/** The end of money that came for a closed account: it was set aside, and the job has sent it back. */
async function returned(ownerId: string): Promise<object[]> {
  await platform.runJobs();
  return platform.sql(
    `SELECT a.status, a.unapplied_reason, s.status AS session FROM checkout_attempts a
       JOIN checkout_sessions s ON s.id = a.checkout_session_id
      WHERE a.owner_id = $1 AND a.received_minor IS NOT NULL`,
    [ownerId],
  );
}

/** A subscription that a browser makes. */
async function subscribePublic({ live }: TestMerchant): Promise<Subscribed> {
  const plan_id = await new SubscriptionShop(platform, live).plan();
  const { status, body } = await platform.post(
    'checkout',
    'subscriptions.php?action=subscribe-public',
    { plan_id, customer: { email: 'visitor@example.com' } },
    { key: live.public_key },
  );
  expect(status).toBe(200);
  return body as unknown as Subscribed;
}

const RETURNED = [{ status: 'refunded', unapplied_reason: 'payee-closed', session: 'expired' }];

describe('An account that is closed while it is paid', () => {
  it.each<[string, string, (to: TestMerchant) => Promise<() => Promise<HttpAnswer>>]>([
    [
      'transfer',
      '404 NOT_FOUND',
      (to) =>
        Promise.resolve(() =>
          platform.post(
            'business',
            'wallet.php?action=transfer',
            { recipient: to.usertag, amount: 5, pin: payer.pin },
            payer,
          ),
        ),
    ],
    [
      'payment request',
      '404 NOT_FOUND',
      async (to) => {
        const asked = { recipient: payer.usertag, amount: 5 };
        const { body } = await platform.post('business', 'wallet.php?action=request-payment', asked, to);
        const paid = { request_id: body.request_id, pin: payer.pin };
        return () => platform.post('business', 'wallet.php?action=fulfill-request', paid, payer);
      },
    ],
    [
      'session by wallet',
      '409 INVALID_STATE',
      async (to) => {
        const { session_id } = await shopOf(to).open();
        return () =>
          platform.post('checkout', 'sessions.php?action=pay-wallet', { session_id, pin: payer.pin }, payer);
      },
    ],
    [
      'escrow',
      '404 NOT_FOUND',
      (to) =>
        Promise.resolve(() =>
          platform.post(
            'business',
            'escrow.php?action=create',
            { beneficiary: to.usertag, amount: 100, description: 'A chair', pin: payer.pin },
            payer,
          ),
        ),
    ],
  ])('is not credited by a %s, which is refused as %s', async (_, outcome, prepare) => {
    const payee = await platform.merchant();
    const before = await heldBy(payer);
    const pay = await prepare(payee);
    expect(outcomeOf(await closedMeanwhile(payee, pay))).toBe(outcome);
    expect([await heldBy(payee), await heldBy(payer)]).toEqual(['0', before]);
  });

  it('is not credited by a payroll, which names the row as unknown', async () => {
    const employer = await platform.merchant();
    await platform.fund(employer, 'NGN', '1000');
    const payee = await platform.signUp();
    const body = { recipients: [{ recipient: payee.usertag, amount: 5 }], pin: employer.pin };
    const pay = () => platform.post('business', 'business.php?section=payroll&action=create', body, employer);
    const refused = await closedMeanwhile(payee, pay);
    expect(outcomeOf(refused)).toBe('404 NOT_FOUND');
    expect([await heldBy(payee), await heldBy(employer)]).toEqual(['0', '100000']);
  });

  it('has what a card paid returned by itself, as the answer says', async () => {
    const merchant = await platform.merchant();
    const shop = shopOf(merchant);
    const session = await shop.open();
    const begun = await shop.pay(session, CARDS.otp, { sessionToken: tokenOf(session) });
    expect(outcomeOf(await close(merchant))).toBe('200 OK');
    const submitted = await shop.submit(session, begun.body.gw_ref as string, OTP, {
      sessionToken: tokenOf(session),
    });
    expect([outcomeOf(submitted), submitted.body.message]).toEqual([
      '409 INVALID_STATE',
      'This business has closed its account. Your payment is refunded automatically.',
    ]);
    expect(await returned(merchant.id)).toEqual(RETURNED);
    expect(await heldBy(merchant)).toBe('0');
    expect((await shop.publicStatus(session)).payment).toMatchObject({
      state: 'refunded',
      received: { set_aside: 'payee-closed', outcome: 'returned' },
    });
  });

  it.each([
    ['bank_transfer', 'NGN', 'exact', (shop: ElsewhereShop, session: Session) => shop.bankTransfer(session)],
    ['ussd', 'NGN', 'approve', (shop: ElsewhereShop, session: Session) => shop.ussd(session)],
    [
      'mobile_money',
      'GHS',
      'approve',
      (shop: ElsewhereShop, session: Session) => shop.mobileMoney(session, '0241234567'),
    ],
    ['extwallet', 'USD', 'approve', (shop: ElsewhereShop, session: Session) => shop.extwallet(session)],
  ] as const)('has what %s paid returned by itself', async (_, currency, decision, start) => {
    const merchant = await platform.merchant();
    const shop = shopOf(merchant);
    const session = await shop.open({ currency });
    const { body } = await start(shop, session);
    expect(outcomeOf(await close(merchant))).toBe('200 OK');
    expect(await play(body.simulate_url ?? body.redirect_url, { decision })).toBe(200);
    await eventually(async () => {
      await platform.runJobs();
      const [attempt] = await shop.attempts(session);
      return attempt!.received_minor !== null;
    });
    expect(await returned(merchant.id)).toEqual(RETURNED);
    expect(await heldBy(merchant)).toBe('0');
  });

  it('has a deposit that succeeds late returned', async () => {
    const owner = await platform.signUp();
    const ada = new Depositor(platform, owner.id, owner);
    const declined = await ada.charge(CARDS.declined);
    const [row] = await platform.sql<{ id: string; tx_ref: string }>(
      'SELECT id, tx_ref FROM deposits WHERE owner_id = $1',
      [owner.id],
    );
    expect([declined.status, outcomeOf(await close(owner))]).toEqual([400, '200 OK']);
    const payment = {
      gatewayTransactionId: `late-${row!.id}`,
      gwRef: 'late',
      amount: Money.parseMajor('50.00', 'NGN')!,
    };
    const record = new RecordCharge(row!.id, row!.tx_ref, { kind: 'paid', payment });
    for (let time = 1; time <= 2; time++) await platform.inside('business', Commands).execute(record);
    expect(await returned(owner.id)).toMatchObject([
      { unapplied_reason: 'payee-closed', session: 'expired' },
    ]);
    expect([await heldBy(owner), (await ada.row(row!.tx_ref)).status]).toEqual(['0', 'failed']);
  });

  it('has transfers to its account number returned, and finance is asked to end the number', async () => {
    const bvns = new BvnTrials(platform);
    const finance = await platform.staff('finance');
    const owner = await bvns.person();
    await bvns.verify(owner, freshNumber());
    const { body } = await platform.get('business', 'deposit.php?action=virtual-account', owner);
    expect(outcomeOf(await close(owner))).toBe('200 OK');
    const sent = await fetch(body.simulate_url as string, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '12.50' }),
    });
    expect(sent.status).toBe(200);
    await eventually(async () => (await returned(owner.id)).length > 0);
    expect([await returned(owner.id), await heldBy(owner)]).toEqual([RETURNED, '0']);
    const notices = await platform.sql<{ body: string }>(
      `SELECT body FROM notifications WHERE owner_id = $1 AND type = 'deposit.account-number-of-closed-account'`,
      [finance.id],
    );
    expect(notices.some((notice) => notice.body.includes(body.account_number as string))).toBe(true);
  });

  it('gets nothing that staff apply', async () => {
    const merchant = await platform.merchant();
    const shop = shopOf(merchant);
    await new Bank(platform).order('amount-mismatch');
    const session = await shop.open();
    await shop.pay(session, CARDS.approved);
    const [attempt] = await platform.sql<{ id: string }>(
      'SELECT id FROM checkout_attempts WHERE owner_id = $1',
      [merchant.id],
    );
    expect(outcomeOf(await close(merchant))).toBe('200 OK');
    const finance = await platform.staff('finance');
    const applied = await platform.post(
      'business',
      'admin.php?section=unapplied&action=apply',
      { id: attempt!.id, reason: 'They asked' },
      { token: finance.token },
    );
    expect(outcomeOf(applied)).toBe('409 INVALID_STATE');
    await platform.runJobs();
    expect(await returned(merchant.id)).toMatchObject([
      { status: 'refunded', unapplied_reason: 'amount-mismatch', session: 'expired' },
    ]);
  });

  it('is closed although strangers hold sessions, links, requests and subscriptions of it open', async () => {
    const merchant = await platform.merchant();
    const shop = shopOf(merchant);
    const [open, underWay] = [await shop.open(), await shop.open()];
    await shop.bankTransfer(underWay);
    const made = await platform.post(
      'business',
      'features.php?section=payment-links&action=create',
      { title: 'A chair', amount: 10, currency: 'NGN' },
      merchant,
    );
    const asked = { recipient: merchant.usertag, amount: 5 };
    await platform.post('business', 'wallet.php?action=request-payment', asked, payer);
    await platform.post(
      'business',
      'wallet.php?action=request-payment',
      { recipient: payer.usertag, amount: 5 },
      merchant,
    );
    await subscribePublic(merchant);
    expect([made.status, outcomeOf(await close(merchant))]).toEqual([200, '200 OK']);
    await platform.inside('scheduler', RelayWorker).run();
    await platform.runJobs();
    const rows = await platform.sql<{ what: string; state: string }>(
      `SELECT 'session' AS what, status AS state FROM checkout_sessions WHERE owner_id = $1
        UNION ALL SELECT 'link', active::text FROM payment_links WHERE owner_id = $1
        UNION ALL SELECT 'request', (expires_at <= $2)::text FROM payment_requests WHERE $1 IN (asker_id, asked_id)`,
      [merchant.id, platform.clock.now()],
    );
    expect(rows.map(({ what, state }) => `${what} ${state}`).sort()).toEqual([
      'link false',
      'request true',
      'request true',
      'session expired',
      'session expired',
      'session expired',
    ]);
    const paid = await shop.pay(open, CARDS.approved, { sessionToken: tokenOf(open) });
    expect([paid.status, paid.body.message]).toEqual([409, UNAVAILABLE]);
  });
});

describe('A frozen business', () => {
  const freeze = async (id: string) => {
    await platform.sql('UPDATE users SET frozen_at = now() WHERE id = $1', [id]);
    await platform.sessionChangesProcessed();
  };
  const unfreeze = async (id: string) => {
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [id]);
    await platform.sessionChangesProcessed();
  };

  /** Every action that starts a payment on the page of a session. */
  const starts: Record<string, (session: Session) => object> = {
    'pay-card': () => ({ card: cardOf(CARDS.approved) }),
    'pay-wallet': () => ({ pin: '1234' }),
    'pay-bank-transfer': () => ({}),
    'pay-ussd': () => ({ bank_code: '058' }),
    'pay-mobile-money': () => ({ phone: '0241234567', network: 'MTN' }),
    'pay-extwallet': () => ({}),
  };

  it.each(['checkout', 'sandbox'] as const)(
    'takes no payment that starts on the %s host, by any method, and again when it is unfrozen',
    async (host) => {
      const merchant = await platform.merchant();
      const mode = host === 'checkout' ? merchant.live : merchant.test;
      const shop = new ElsewhereShop(platform, host, mode.secret_key);
      const opened = {
        NGN: await shop.open(),
        GHS: await shop.open({ currency: 'GHS' }),
        USD: await shop.open({ currency: 'USD' }),
      };
      const currencyOf = (action: string) =>
        action === 'pay-mobile-money' ? 'GHS' : action === 'pay-extwallet' ? 'USD' : 'NGN';
      await freeze(merchant.id);
      const inSandbox = ['pay-card', 'pay-wallet', 'pay-bank-transfer', 'pay-ussd'];
      for (const [action, fields] of Object.entries(starts)) {
        if (host === 'sandbox' && !inSandbox.includes(action)) continue;
        const session = opened[currencyOf(action)];
        const credential =
          action === 'pay-wallet' && host === 'checkout'
            ? { token: payer.token }
            : { sessionToken: tokenOf(session) };
        const answer = await shop.call(
          action,
          { session_id: session.session_id, ...fields(session) },
          credential as never,
        );
        expect([action, answer.status, answer.body.message]).toEqual([action, 409, UNAVAILABLE]);
      }
      const page = await (await fetch(opened.NGN.checkout_url)).text();
      expect(page).toContain(UNAVAILABLE);
      expect(page).not.toContain('<script');
      await unfreeze(merchant.id);
      const paid = await shop.pay(opened.NGN, CARDS.approved);
      expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    },
  );

  it('takes no payment of its links and invoices', async () => {
    const merchant = await platform.merchant();
    const link = await platform.post(
      'business',
      'features.php?section=payment-links&action=create',
      { title: 'A chair', amount: 10, currency: 'NGN' },
      merchant,
    );
    await freeze(merchant.id);
    const answer = await fetch(`${link.body.url as string}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'buyer@example.com' }),
    });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(UNAVAILABLE)]);
  });

  it('is credited with what was under way when it was frozen', async () => {
    const merchant = await platform.merchant();
    const shop = shopOf(merchant);
    const session = await shop.open();
    const payer = { sessionToken: tokenOf(session) };
    const begun = await shop.pay(session, CARDS.otp, payer);
    await freeze(merchant.id);
    const submitted = await shop.submit(session, begun.body.gw_ref as string, OTP, payer);
    expect([submitted.status, submitted.body.status]).toEqual([200, 'completed']);
    expect(await heldBy(merchant)).toBe('250050');
  });

  describe('A frozen business that sells subscriptions', () => {
    const decide = async (merchant: TestMerchant, action: 'freeze' | 'unfreeze') => {
      const { token } = await platform.staff('compliance');
      const body = { user_id: merchant.id, reason: 'Reported by a customer' };
      const path = `admin.php?section=users&action=${action}`;
      expect(outcomeOf(await platform.post('business', path, body, { token }))).toBe('200 OK');
      await platform.sessionChangesProcessed();
    };
    /** Freezes the business for so long, in which all jobs run. */
    const frozenFor = async (merchant: TestMerchant, hours: number, meanwhile = () => Promise.resolve()) => {
      await decide(merchant, 'freeze');
      platform.clock.advance({ hours });
      await platform.runJobs();
      await meanwhile();
      await decide(merchant, 'unfreeze');
      await platform.runJobs();
    };
    const sessionsOf = ({ invoice }: Subscribed) =>
      platform.sql<{ session_id: string; status: string }>(
        `SELECT s.session_id, s.status FROM checkout_sessions s JOIN subscription_invoices i ON i.id = s.origin_id
          WHERE i.invoice_id = $1 ORDER BY s.created_at`,
        [invoice!.invoice_id],
      );

    it.each(['live', 'test'] as const)(
      'loses none by %s links that could not be paid meanwhile',
      async (mode) => {
        const merchant = await platform.merchant();
        const seller = new SubscriptionShop(
          platform,
          merchant[mode],
          mode === 'live' ? 'checkout' : 'sandbox',
        );
        const made = await seller.subscribe(await seller.plan(), 'ada@example.com');
        const endOf = async () => {
          const [row] = await platform.sql<{ status: string; link_ends_at: Date }>(
            'SELECT status, link_ends_at FROM subscription_invoices WHERE invoice_id = $1',
            [made.invoice!.invoice_id],
          );
          return row!;
        };
        const before = await endOf();
        await frozenFor(merchant, 96, async () => expect(await endOf()).toEqual(before));
        const { status, link_ends_at } = await endOf();
        expect(status).toBe('created');
        expect(link_ends_at.getTime() - before.link_ends_at.getTime()).toBeGreaterThanOrEqual(96 * 3_600_000);
        expect((await seller.pay(made.invoice!)).status).toBe(200);
      },
    );

    it('keeps one payable link of a bill when the customer asks for another one meanwhile', async () => {
      const merchant = await platform.merchant();
      const seller = new SubscriptionShop(platform, merchant.live);
      const made = await seller.subscribe(await seller.plan(), 'asks@example.com');
      await frozenFor(merchant, 73, async () => {
        const page = `${made.subscription.manage_url as string}/pay`;
        const { status } = await fetch(page, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams(),
        });
        expect(status).toBe(303);
      });
      const [first, second] = await sessionsOf(made);
      expect([first!.status, second!.status]).toEqual(['expired', 'pending']);
      expect(outcomeOf(await seller.shop.pay(first!, CARDS.approved))).toBe('410 SESSION_EXPIRED');
      expect((await seller.shop.pay(second!, CARDS.approved)).status).toBe(200);
      expect(await heldBy(merchant)).toBe('500000');
    });

    it('keeps a link open whose buyer was paying and did not finish', async () => {
      const merchant = await platform.merchant();
      const seller = new SubscriptionShop(platform, merchant.live);
      const made = await seller.subscribe(await seller.plan(), 'unfinished@example.com');
      await seller.pay(made.invoice!, CARDS.otp);
      await frozenFor(merchant, 73, () => platform.runJobs());
      // The scheduler may be giving up the payment under way itself.
      await eventually(async () => (await sessionsOf(made))[0]!.status === 'pending');
      expect((await seller.pay(made.invoice!)).status).toBe(200);
    });

    it('keeps one that a browser made and whose first card was declined as long as its link, which it ends', async () => {
      const merchant = await platform.merchant();
      const seller = new SubscriptionShop(platform, merchant.live);
      const [paid, unpaid] = [await subscribePublic(merchant), await subscribePublic(merchant)];
      for (const made of [paid, unpaid])
        expect((await seller.pay(made.invoice!, CARDS.declined)).status).toBe(400);
      await frozenFor(merchant, 73);
      for (const made of [paid, unpaid]) expect(await seller.one(made)).toMatchObject({ status: 'past_due' });
      expect((await seller.pay(paid.invoice!)).status).toBe(200);
      expect(await seller.one(paid)).toMatchObject({ status: 'active' });
      platform.clock.advance({ hours: 73 });
      await platform.runJobs();
      expect(await seller.one(unpaid)).toMatchObject({ cancellation_reason: 'payment_failed' });
      expect(await sessionsOf(unpaid)).toMatchObject([{ status: 'expired' }]);
    });
  });
});
