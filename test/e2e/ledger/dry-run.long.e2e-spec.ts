import { publicPath } from '../../../libs/http/src/wire/wire-path';
import { wholeReference } from '../../support/api-reference';
import { holdCharges } from '../../support/charge-holds';
import { CARDS, cardOf } from '../../support/test-cards';
import { HeldLock } from '../../support/held-lock';
import type { HttpAnswer } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import { newId } from '../../support/books';
import { type Platform, startPlatform } from '../../support/platform';
import { KycDesk } from '../../support/kyc-desk';
import { holdRate } from '../../support/rates';
import { BY_HAND, withdrawer, withdrawnAt } from '../../support/withdrawals';
import { versionsAtRest, versionsOfTables } from '../../support/tables';
import { Bank, Depositor, OTP } from '../business-api/card-deposits';
import type { Shop } from '../checkout-api/cards';
import type { Escrows } from '../escrow/escrows';
import { ApprovalsDesk } from '../staff/approvals-desk';
import { asStranger, DRY, DryRuns, likened, type Request } from './dry-runs';
import { openedChargeback, owedChargeback } from '../../support/chargebacks';
import { completedRefund, paidSession, pendingRefund } from '../../support/refunds';
import { Teams } from '../../support/teams';

/** The simulated gateway has none: here it is refused. */
const CARD_WIDGET = 'sessions.php?action=pay-card-init';

/** Of success, where it is not 200. Those of staff are always held for another person. */
const STATUS: Record<string, number> = {
  'session.php?action=create': 201,
  'admin.php?section=users&action=reset-2fa': 202,
  'admin.php?section=kyb&action=revoke': 202,
  'admin.php?section=kyc&action=revoke': 202,
};

const PLAN = { name: 'Gold', amount: 50, currency: 'NGN', interval: 'monthly' };

/** What only the company can say at which the buyer pays. */
const elsewhere = Object.fromEntries(
  [
    'account_number',
    'bank_name',
    'note',
    'simulate_url',
    'redirect_url',
    'ussd_code',
    'bank_code',
    'phone',
    'network',
  ].map((name) => [name, undefined]),
);

const NEW_INVOICE = {
  client_name: 'Ada Client',
  client_email: 'ada.client@example.com',
  items: [{ description: 'A chair', quantity: 2, unit_price: 12.5, tax_rate: 7.5 }],
};
const britishAccount = (account_number: string) => ({
  currency: 'GBP',
  sort_code: '20-00-00',
  account_number,
  account_name: 'Ada Okafor',
});

describe('X-Dry-Run', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let user: TestUser;
  let other: TestUser;
  let finance: TestStaff;
  let admin: TestStaff;
  let shop: Shop;
  let teams: Teams;
  let depositor: Depositor;
  let escrows: Escrows;
  let send: DryRuns['send'];
  let byUser: DryRuns['byUser'];
  let byOther: DryRuns['byOther'];
  let byShop: DryRuns['byShop'];
  let escrow: DryRuns['escrow'];

  beforeAll(async () => {
    const dryRuns = await DryRuns.open();
    ({ platform, merchant, user, other, finance, shop, escrows } = dryRuns);
    ({ send, byUser, byOther, byShop, escrow } = dryRuns);
    admin = await platform.staff('admin');
    teams = new Teams(platform);
    depositor = new Depositor(platform, user.id, { token: user.token });
  });
  afterAll(() => platform?.proveAndStop());

  it('waits for a locked balance, a little at a time', async () => {
    const balance = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'SELECT FROM ledger.balances WHERE account_id IN (SELECT id FROM wallets WHERE owner_id = $1) FOR UPDATE',
      [other.id],
    );
    const body = { recipient: other.usertag, amount: 1, pin: user.pin };
    const tried = send('wallet.php?action=transfer', byUser(body), DRY);
    const waits = new Set<string>();
    while (waits.size < 2) {
      for (const { pid, began } of await balance.waiting()) waits.add(`${pid} ${began.toISOString()}`);
    }
    await balance.release();
    expect(await tried).toMatchObject({ status: 200, body: { dry_run: true } });
  });

  const plan = async () =>
    (await send('subscriptions.php?action=create-plan', byShop(PLAN))).body.plan.plan_id as string;
  const subscribed = async () => {
    const body = { plan_id: await plan(), customer: { email: 'ada@example.com' } };
    const made = await send('subscriptions.php?action=subscribe', byShop(body));
    return made.body.subscription.subscription_id as string;
  };
  const inTrial = async () => {
    const made = await send('subscriptions.php?action=create-plan', byShop({ ...PLAN, trial_days: 7 }));
    const body = { plan_id: made.body.plan.plan_id as string, customer: { email: 'ada@example.com' } };
    const { subscription } = (await send('subscriptions.php?action=subscribe', byShop(body))).body;
    return subscription.subscription_id as string;
  };
  const opened = async () => (await shop.open()).session_id;
  const requested = async (asker: TestUser, { usertag }: TestUser) => {
    const options = { token: asker.token };
    const body = { recipient: usertag, amount: 5 };
    const made = await platform.post('business', 'wallet.php?action=request-payment', body, options);
    return made.body.request_id as number;
  };
  const waiting = async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.otp);
    return { session_id: session.session_id, gw_ref: body.gw_ref as string };
  };

  const invoice = async (action?: 'send') => {
    const { body } = await send('invoices.php?action=create', byUser(NEW_INVOICE));
    if (action) await send(`invoices.php?action=${action}`, byUser({ id: body.id as string }));
    return body.id as string;
  };

  const byFinance = (body: Record<string, unknown>): Request => ({
    host: 'business',
    body: { ...body, reason: 'The buyer asked for it' },
    options: { token: finance.token },
  });
  const byAdmin = (body: Record<string, unknown>): Request => ({
    ...byFinance(body),
    options: { token: admin.token },
  });
  /** `result`: of what is held for another person. */
  const heldForAnother = (body: Record<string, unknown>, result: object): Request => ({
    ...byAdmin(body),
    unforeseen: { approval_id: null, result },
  });
  /** A card payment of which the company took one naira less than was asked. */
  const unapplied = async () => {
    const session = await shop.open();
    await new Bank(platform).order('amount-mismatch');
    await shop.pay(session, CARDS.approved);
    const [attempt] = await platform.sql(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.status = 'unapplied'`,
      [session.session_id],
    );
    return attempt!.id as string;
  };

  /** A business with a member. */
  const team = async () => {
    const owner = await platform.merchant();
    return { owner, member: await teams.member(owner, 'finance') };
  };
  const invited = async (): Promise<Request> => {
    const [owner, person] = [await platform.merchant(), await teams.person()];
    const token = await teams.invite(owner, person.email, 'finance');
    return { host: 'business', body: { token }, options: { token: person.token } };
  };
  /** A reversal that another member of staff has asked for, with the digest that approves it. */
  const held = async () => {
    const desk = new ApprovalsDesk(platform);
    const { id } = await desk.held(await platform.staff('finance'));
    return { approval_id: id, digest: await desk.digest(finance, id) };
  };

  /** Every action that takes an idempotency key, with a request it accepts. A further one without a line fails below. */
  const actions: Record<string, () => Promise<Request>> = {
    'wallet.php?action=create-wallet': async () => byUser({ currency: 'KES' }),
    'wallet.php?action=transfer': async () => ({
      ...byUser({ recipient: other.usertag, amount: '250.50', note: 'Rent', pin: user.pin }),
      unforeseen: { recipient: asStranger(other) },
    }),
    'wallet.php?action=request-payment': async () =>
      byUser({ recipient: other.usertag, amount: '250.50', note: 'Rent' }),
    'wallet.php?action=fulfill-request': async () =>
      byUser({ request_id: await requested(other, user), pin: user.pin }),
    'wallet.php?action=decline-request': async () => byUser({ request_id: await requested(other, user) }),
    'wallet.php?action=cancel-request': async () => byUser({ request_id: await requested(user, other) }),
    'deposit.php?action=init': async () => byUser({ amount: 75, currency: 'NGN', method: 'checkout' }),
    'deposit.php?action=charge-card-gw': async () =>
      byUser(
        { amount: 75, currency: 'NGN', card: cardOf(CARDS.approved) },
        { gw_ref: null, transaction_id: null, status: 'pending' },
      ),
    'deposit.php?action=validate-charge': async () => {
      const { body } = await depositor.charge(CARDS.otp);
      return byUser({ gw_ref: body.gw_ref, otp: OTP }, { transaction_id: null, status: 'pending' });
    },
    'deposit.php?action=verify-gateway': async () => {
      const { body } = await depositor.charge(CARDS.otp);
      return byUser({ tx_ref: body.tx_ref });
    },
    'sessions.php?action=create': async () => byShop({ amount: 99.5, order_ref: 'A-1' }),
    'sessions.php?action=expire': async () => byShop({ session_id: await opened() }),
    'sessions.php?action=pay-card': async () =>
      byShop(
        { session_id: await opened(), card: { ...cardOf(CARDS.approved), name: 'Ada' } },
        { gw_ref: null, status: 'processing' },
      ),
    'sessions.php?action=pay-card-submit': async () =>
      byShop({ ...(await waiting()), otp: OTP }, { auth_mode: 'otp', status: 'processing' }),
    'sessions.php?action=pay-card-cancel': async () => byShop(await waiting()),
    'subscriptions.php?action=create-plan': async () => byShop(PLAN),
    'subscriptions.php?action=update-plan': async () => byShop({ plan_id: await plan(), name: 'Silver' }),
    'subscriptions.php?action=subscribe': async () =>
      byShop({ plan_id: await plan(), customer: { email: 'ada@example.com' } }),
    'subscriptions.php?action=cancel': async () => byShop({ subscription_id: await subscribed() }),
    'subscriptions.php?action=resume': async () => {
      const subscription_id = await subscribed();
      await send('subscriptions.php?action=cancel', byShop({ subscription_id, at_period_end: true }));
      return byShop({ subscription_id });
    },
    'subscriptions.php?action=change-plan': async () =>
      byShop({ subscription_id: await inTrial(), plan_id: await plan(), when: 'now' }),
    'subscriptions.php?action=cancel-plan-change': async () => {
      const subscription_id = await inTrial();
      const change = { subscription_id, plan_id: await plan(), when: 'period_end' };
      await send('subscriptions.php?action=change-plan', byShop(change));
      return byShop({ subscription_id });
    },
    'subscriptions.php?action=update-customer': async () =>
      byShop({ subscription_id: await subscribed(), name: 'Grace' }),
    'subscriptions.php?action=stop-autopay': async () => {
      const body = { plan_id: await plan(), customer: { email: user.email }, billing_mode: 'wallet_auto' };
      const { invoice, subscription } = (await send('subscriptions.php?action=subscribe', byShop(body))).body;
      const payment = { session_id: invoice.checkout_session_id as string, pin: user.pin };
      const paid = await send('sessions.php?action=pay-wallet', { ...byUser(payment), host: 'checkout' });
      expect(paid.status).toBe(200);
      return { ...byUser({ subscription_id: subscription.subscription_id as string }), host: 'app' };
    },
    'session.php?action=create': async () => byShop({ amount: 9950, currency_code: 'NGN' }),
    'session.php?action=expire': async () => {
      const { body } = await send(
        'session.php?action=create',
        byShop({ amount: 9950, currency_code: 'NGN' }),
      );
      return byShop({ token: body.data.session_token as string });
    },
    'sessions.php?action=pay-wallet': async () => ({
      ...byUser({ session_id: await opened(), pin: user.pin }),
      host: 'checkout',
    }),
    'sessions.php?action=pay-bank-transfer': async () =>
      byShop({ session_id: await opened() }, { ...elsewhere, account_name: undefined }),
    'sessions.php?action=pay-ussd': async () =>
      byShop({ session_id: await opened(), bank_code: '058' }, elsewhere),
    'sessions.php?action=pay-mobile-money': async () => {
      const { session_id } = await shop.open({ currency: 'GHS' });
      return byShop({ session_id, phone: '+233240000001', network: 'MTN' }, elsewhere);
    },
    'sessions.php?action=pay-extwallet': async () =>
      byShop({ session_id: (await shop.open({ currency: 'USD' })).session_id }, elsewhere),
    'sessions.php?action=pay-cancel': async () => {
      const session_id = await opened();
      await shop.call('pay-bank-transfer', { session_id });
      return byShop({ session_id });
    },
    'escrow.php?action=create': async () => ({
      ...byUser({ beneficiary: other.usertag, amount: 100, description: 'A bicycle', pin: user.pin }),
      unforeseen: { beneficiary: asStranger(other) },
    }),
    'escrow.php?action=release': async () => byUser({ ...(await escrow()), pin: user.pin }),
    'escrow.php?action=cancel': async () => byOther(await escrow()),
    'escrow.php?action=dispute': async () => byUser({ ...(await escrow()), reason: 'It never came' }),
    'escrow.php?action=dispute-respond': async () => {
      const { dispute_uuid } = await escrows.disputed(user, other);
      return byOther({ dispute_uuid, response: 'It did come' });
    },
    'business.php?section=payroll&action=create': async () =>
      byUser({
        recipients: [other, merchant].map(({ usertag }) => ({ recipient: usertag, amount: 10 })),
        pin: user.pin,
      }),
    ...Object.fromEntries(
      ['invoices.php?action=', 'business.php?section=invoices&action='].flatMap((file) => [
        [`${file}create`, async () => byUser(NEW_INVOICE)],
        [`${file}update`, async () => byUser({ id: await invoice(), notes: 'Thanks' })],
        [`${file}send`, async () => byUser({ id: await invoice() })],
        [`${file}void`, async () => byUser({ id: await invoice() })],
        [`${file}credit`, async () => byUser({ id: await invoice('send'), amount: 5, reason: 'A scratch' })],
      ]),
    ),
    'features.php?section=payment-links&action=create': async () => byUser({ title: 'A book', amount: 20 }),
    'features.php?section=payment-links&action=update': async () => {
      const made = byUser({ title: 'A book' });
      const { body } = await send('features.php?section=payment-links&action=create', made);
      return byUser({ id: body.id as string, active: false });
    },
    'admin.php?section=escrow&action=resolve': async () => {
      const { dispute_uuid } = await escrows.disputed(user, other);
      const body = { dispute_uuid, resolution: 'split', beneficiary_amount: 400, note: 'Both were heard' };
      return { host: 'business', body, options: { token: finance.token } };
    },
    'admin.php?section=queues&action=run-job': async () => {
      const body = { name: 'purge old sessions', reason: 'Tidying up' };
      return { host: 'business', body, options: { token: admin.token } };
    },
    'admin.php?section=deliveries&action=retry-parked': async () => {
      const id = newId();
      await platform.sql(
        `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                             attempts, parked_at)
         VALUES ($1, 'test', 'test', 'test.nothing', '{}', $2, 'live', 'c', $3, 10, $3)`,
        [id, merchant.id, platform.clock.now()],
      );
      return { host: 'business', body: { id, reason: 'Corrected' }, options: { token: admin.token } };
    },
    'payout.php?action=add-bank': async () => byUser({ ...britishAccount('55779911'), nickname: 'Rent' }),
    'payout.php?action=delete-bank': async () => {
      const { body } = await send('payout.php?action=add-bank', byUser(britishAccount('55779912')));
      return byUser({ id: body.id as number });
    },
    'kyc.php?action=verify-bvn': async () =>
      byUser({ bvn: '22500000001' }, { bvn_verified: false, status: 'pending' }),
    'admin.php?section=notes&action=add': async () =>
      byAdmin({ object_id: (await platform.signUp()).id, text: 'Called twice' }),
    'admin.php?section=users&action=freeze': async () => byAdmin({ user_id: (await platform.signUp()).id }),
    'admin.php?section=users&action=unfreeze': async () => {
      const { id } = await platform.signUp();
      await platform.people.freeze(id);
      return byAdmin({ user_id: id });
    },
    'admin.php?section=users&action=set-freeze-reason': async () => {
      const { id } = await platform.signUp();
      await platform.people.freeze(id);
      return byAdmin({ user_id: id });
    },
    'admin.php?section=users&action=set-legal-hold': async () =>
      byAdmin({ user_id: (await platform.signUp()).id, hold: true }),
    'admin.php?section=users&action=set-role': async () =>
      byAdmin({ user_id: (await platform.signUp()).id, role: 'support' }),
    'admin.php?section=users&action=reset-2fa': async () => {
      const { id } = await platform.staff('support');
      const message = 'The second factor is removed. The sessions of the person have ended.';
      const result = { message, user_id: id, two_factor_enabled: false };
      return heldForAnother({ user_id: id }, result);
    },
    'admin.php?section=kyb&action=revoke': async () => {
      const { id } = await platform.merchant();
      const body = { user_id: id, reason: 'The register has no such company' };
      return heldForAnother(body, { user_id: id, kyb_status: 'rejected' });
    },
    'admin.php?section=kyc&action=revoke': async () => {
      const desk = new KycDesk(platform, await platform.staff('compliance'));
      const person = await platform.signUp();
      const { id } = await desk.uploaded(person, 'passport');
      await desk.approve(id);
      const revoked = {
        document_id: id,
        user_id: person.id,
        doc_type: 'passport',
        tier: 1,
        status: 'revoked',
      };
      const body = { document_id: id, reason: 'The picture was altered' };
      return heldForAnother(body, { ...revoked, final: false, level: 0 });
    },
    'admin.php?section=unapplied&action=refund': async () => byFinance({ id: await unapplied() }),
    'admin.php?section=unapplied&action=apply': async () => byFinance({ id: await unapplied() }),
    'admin.php?section=unapplied&action=settle': async () =>
      byFinance({ id: await unapplied(), refund_id: 'R-1' }),
    'subscriptions.php?action=refund': async () => {
      const body = { plan_id: await plan(), customer: { email: 'ada@example.com' } };
      const { invoice } = (await send('subscriptions.php?action=subscribe', byShop(body))).body;
      await shop.pay({ session_id: invoice.checkout_session_id }, CARDS.approved);
      return byShop({ invoice_id: invoice.invoice_id });
    },
    'team.php?action=invite': async () => {
      const { token, pin } = await platform.merchant();
      const body = { email: 'grace@example.com', role: 'finance', pin };
      return { host: 'business', body, options: { token } };
    },
    'team.php?action=revoke-invitation': async () => {
      const owner = await platform.merchant();
      const body = { email: 'grace@example.com', role: 'finance', pin: owner.pin };
      const { token } = owner;
      const invited = await platform.post('business', 'team.php?action=invite', body, { token });
      const { invitation_id } = invited.body;
      return { host: 'business', body: { invitation_id }, options: { token } };
    },
    'team.php?action=set-role': async () => {
      const { owner, member } = await team();
      const body = { user_id: member.id, role: 'support', pin: owner.pin };
      return { host: 'business', body, options: { token: owner.token } };
    },
    'team.php?action=remove': async () => {
      const { owner, member } = await team();
      const body = { user_id: member.id, pin: owner.pin };
      return { host: 'business', body, options: { token: owner.token } };
    },
    'team.php?action=leave': async () => {
      const { owner, member } = await team();
      return { host: 'business', body: { account_id: owner.id }, options: { token: member.ownToken } };
    },
    'team.php?action=accept': async () => invited(),
    'team.php?action=decline': async () => invited(),
    'sessions.php?action=refund': async () => ({
      host: 'checkout',
      body: { session_id: await paidSession(platform, merchant) },
      options: { key: merchant.live.secret_key },
    }),
    'session.php?action=refund': async () => {
      const key = merchant.live.secret_key;
      const create = { amount: 2500, currency_code: 'NGN' };
      const { body } = await platform.post('checkout', 'session.php?action=create', create, { key });
      const { session_token: token, reference: session_id } = body.data;
      await shop.pay({ session_id }, CARDS.approved);
      return { host: 'checkout', body: { token }, options: { key } };
    },
    'business.php?section=payments&action=expire': async () => ({
      host: 'business',
      body: { session_id: await opened(), pin: merchant.pin },
      options: { token: merchant.token },
    }),
    'business.php?section=payments&action=refund': async () => ({
      host: 'business',
      body: { session_id: await paidSession(platform, merchant), pin: merchant.pin },
      options: { token: merchant.token },
    }),
    'admin.php?section=refunds&action=settle': async () =>
      byFinance({ refund_id: await pendingRefund(platform), provider_id: 'R-2' }),
    'admin.php?section=refunds&action=retry': async () =>
      byFinance({ refund_id: await pendingRefund(platform), not_sent: true }),
    'admin.php?section=refunds&action=fail': async () =>
      byFinance({ refund_id: await pendingRefund(platform), not_sent: true }),
    'admin.php?section=refunds&action=return': async () =>
      byFinance({ refund_id: await completedRefund(platform) }),
    'business.php?section=chargebacks&action=respond': async () => ({
      host: 'business',
      body: {
        chargeback_id: await openedChargeback(platform, merchant),
        decision: 'contest',
        comment: 'Delivered',
        pin: merchant.pin,
      },
      options: { token: merchant.token },
    }),
    'admin.php?section=chargebacks&action=answer': async () =>
      byFinance({ chargeback_id: await openedChargeback(platform), decision: 'accept' }),
    'admin.php?section=chargebacks&action=settle': async () =>
      byFinance({ chargeback_id: await openedChargeback(platform), outcome: 'lost' }),
    'admin.php?section=chargebacks&action=write-off': async () =>
      byFinance({ chargeback_id: await owedChargeback(platform) }),
    'payout.php?action=initiate': async () => {
      const { token, pin } = await withdrawer(platform);
      return { host: 'business', body: { ...BY_HAND, pin }, options: { token } };
    },
    'admin.php?section=payouts&action=complete': async () =>
      byFinance({ uuid: await withdrawnAt(platform, 'manual'), reference: newId(), note: 'Paid' }),
    'admin.php?section=payouts&action=fail': async () =>
      byFinance({ uuid: await withdrawnAt(platform, 'manual') }),
    'admin.php?section=payouts&action=recheck': async () =>
      byFinance({ uuid: await withdrawnAt(platform, 'stopped') }),
    'admin.php?section=payouts&action=fund-float': async () =>
      byFinance({ method: 'bank', amount: 10, currency: 'NGN', reference: newId() }),
    'admin.php?section=subscriptions&action=release-charges': async () =>
      byFinance({ id: await holdCharges(platform) }),
    'admin.php?section=fx&action=set': async () => byFinance({ base: 'USD', quote: 'NGN', rate: '1450' }),
    'admin.php?section=fx&action=accept': async () => {
      await holdRate(platform, 'KES', '150');
      return byFinance({ currency: 'KES', rate: '150' });
    },
    'admin.php?section=fx&action=set-spread': async () =>
      byFinance({ base: 'USD', quote: 'NGN', basis_points: 10 }),
    'admin.php?section=approvals&action=approve': async () => byFinance(await held()),
    'admin.php?section=approvals&action=refuse': async () => byFinance(await held()),
    'admin.php?section=approvals&action=withdraw': async () => {
      const { id: approval_id } = await new ApprovalsDesk(platform).held(finance);
      return byFinance({ approval_id });
    },
    'admin.php?section=ledger&action=reverse': async () => {
      const transfer = byUser({ recipient: other.usertag, amount: 5, pin: user.pin });
      const { body } = await send('wallet.php?action=transfer', transfer);
      const input = { transaction_id: body.transaction_id as string, reason: 'Sent by mistake' };
      return { host: 'business', body: input, options: { token: finance.token } };
    },
  };

  it('is offered by every action that takes an idempotency key, and by no other', async () => {
    const offered = new Set<string>();
    for (const host of ['business', 'checkout', 'sandbox', 'app'] as const) {
      const document = (await wholeReference(host, platform.urls[host])) as unknown as {
        paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
      };
      for (const [path, operations] of Object.entries(document.paths)) {
        const names = (operations.post?.parameters ?? []).map(({ name }) => name);
        expect(names.includes('X-Dry-Run')).toBe(names.includes('X-Idempotency-Key'));
        if (names.includes('X-Dry-Run')) offered.add(publicPath(path).replace('/api/', ''));
      }
    }
    expect([...offered].sort()).toEqual([...Object.keys(actions), CARD_WIDGET].sort());
  });

  it.each(Object.keys(actions))('%s shows what would happen, and nothing does', async (path) => {
    const request = await actions[path]!();
    const key = { 'x-idempotency-key': `dry-${path}` };
    const before = await versionsAtRest(platform);
    const dry = await send(path, request, { ...DRY, ...key });
    expect(await versionsAtRest(platform, before)).toEqual(before);
    const real = await send(path, request, key);
    expect(real.status).toBe(STATUS[path] ?? 200);
    expect([dry.status, dry.headers.get('x-dry-run')]).toEqual([real.status, 'true']);
    expect(real.headers.get('x-dry-run')).toBeNull();
    // Not a replay: the dry run left its key unused.
    expect(real.headers.get('idempotency-replayed')).toBeNull();
    expect(likened(dry.body)).toEqual(likened({ ...real.body, ...request.unforeseen, dry_run: true }));
    expect(await versionsOfTables(platform)).not.toEqual(before);
    // What was only begun ends now, and not while another test looks at the tables.
    await platform.runJobs();
  });

  it("refuses a gateway's transaction that can be none of the deposit's", async () => {
    const paid = (await depositor.charge(CARDS.approved)).body.tx_ref as string;
    const [own] = (await depositor.row(paid)).credited_transactions as string[];
    const unpaid = (await depositor.init()).body.tx_ref as string;
    const cases = [
      [paid, '999', 404],
      [paid, own!, 200],
      [unpaid, own!, 404],
    ] as const;
    for (const [tx_ref, transaction_id, status] of cases) {
      const asked = byUser({ tx_ref, transaction_id });
      const dry = await send('deposit.php?action=verify-gateway', asked, DRY);
      const real = await send('deposit.php?action=verify-gateway', asked);
      expect([dry.status, real.status]).toEqual([status, status]);
      expect({ ...dry.body, request_id: '' }).toEqual({
        ...real.body,
        request_id: '',
        ...(status === 200 && { dry_run: true }),
      });
    }
  });

  /** Requests that are refused, by their state, their caller or their form. */
  const refusals: [string, string, () => Promise<Request>, number, string][] = [
    [
      'more than there is',
      'wallet.php?action=transfer',
      async () => byUser({ recipient: other.usertag, amount: '99999999.00', pin: user.pin }),
      ...([400, 'INSUFFICIENT_FUNDS'] as const),
    ],
    [
      'a card widget that the gateway does not have',
      CARD_WIDGET,
      async () => byShop({ session_id: await opened() }),
      ...([503, 'SERVICE_UNAVAILABLE'] as const),
    ],
    [
      'a wallet that is there',
      'wallet.php?action=create-wallet',
      async () => byUser({ currency: 'NGN' }),
      ...([409, 'CONFLICT'] as const),
    ],
    [
      'an unknown recipient',
      'wallet.php?action=transfer',
      async () => byUser({ recipient: 'unknown_tag', amount: 1, pin: user.pin }),
      ...([404, 'NOT_FOUND'] as const),
    ],
    [
      'no PIN',
      'wallet.php?action=transfer',
      async () => byUser({ recipient: other.usertag, amount: 1 }),
      ...([400, 'VALIDATION_ERROR'] as const),
    ],
    [
      'an amount that is none',
      'wallet.php?action=transfer',
      async () => byUser({ recipient: other.usertag, amount: '1e3', pin: user.pin }),
      ...([400, 'VALIDATION_ERROR'] as const),
    ],
    [
      'a key that is malformed',
      'wallet.php?action=create-wallet',
      async () => ({
        ...byUser({ currency: 'ZAR' }),
        options: { token: user.token, idempotencyKey: 'with blank' },
      }),
      ...([400, 'VALIDATION_ERROR'] as const),
    ],
    [
      'a test key on a live host',
      'sessions.php?action=create',
      async () => ({ host: 'checkout', body: { amount: 5 }, options: { key: merchant.test.secret_key } }),
      ...([403, 'TEST_KEY_FORBIDDEN'] as const),
    ],
    [
      'a session that has ended',
      'sessions.php?action=pay-card',
      async () => {
        const session_id = await opened();
        await shop.call('expire', { session_id });
        return byShop({ session_id, card: { ...cardOf(CARDS.approved), name: 'Ada' } });
      },
      ...([410, 'SESSION_EXPIRED'] as const),
    ],
    [
      "another's deposit",
      'deposit.php?action=verify-gateway',
      async () => byUser({ tx_ref: `dep_${'0'.repeat(22)}` }),
      ...([404, 'NOT_FOUND'] as const),
    ],
  ];

  it.each(refusals)('refuses %s as the real request is refused', async (_, path, prepare, status, code) => {
    const request = await prepare();
    const before = await versionsAtRest(platform);
    const dry = await send(path, request, DRY);
    expect(await versionsAtRest(platform, before)).toEqual(before);
    const real = await send(path, request);
    expect(dry).toMatchObject({ status, body: { error_code: code } });
    expect({ ...dry.body, request_id: '' }).toEqual({ ...real.body, request_id: '' });
    expect([dry.status, dry.headers.get('x-dry-run')]).toEqual([real.status, 'true']);
  });

  it.each(['false', '1', 'TRUE', 'yes', ''])('takes no other value: %p', async (value) => {
    const before = await versionsAtRest(platform);
    const answer = await send('wallet.php?action=create-wallet', byUser({ currency: 'CAD' }), {
      'x-dry-run': value,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', errors: [{ field: 'X-Dry-Run' }] },
    });
    expect(await versionsAtRest(platform, before)).toEqual(before);
  });

  it.each([
    ['an unknown file', 'nope.php?action=x', 404, 'NOT_FOUND'],
    ['an unknown action', 'wallet.php?action=nope', 400, 'UNKNOWN_ACTION'],
    ['no action', 'wallet.php', 400, 'UNKNOWN_ACTION'],
    ['a wrong method', 'wallet.php?action=balance', 400, 'METHOD_NOT_SUPPORTED'],
  ])('hides nothing of %s, whatever its value', async (_, path, status, code) => {
    const real = await send(path, byUser({}));
    for (const value of ['true', 'perhaps']) {
      const dry = await send(path, byUser({}), { 'x-dry-run': value });
      expect(dry).toMatchObject({ status, body: { error_code: code } });
      expect({ ...dry.body, request_id: '' }).toEqual({ ...real.body, request_id: '' });
    }
  });

  it('is refused where there is none, rather than done for real', async () => {
    const { body: wallets } = await platform.get('business', 'wallet.php?action=wallets', {
      token: user.token,
    });
    const input = byUser({ wallet_id: wallets.data[0].id });
    const answer: HttpAnswer = await send('wallet.php?action=set-primary', input, DRY);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'X-Dry-Run' }] } });
    const read = await platform.get('business', 'wallet.php?action=wallets', {
      token: user.token,
      headers: DRY,
    });
    expect(read.status).toBe(200);
  });
});

it('a dry run counts wrong PINs and requests like any other', async () => {
  const limited = await startPlatform();
  limited.clock.freeze();
  const [person, other] = [await limited.signUp(), await limited.signUp()];
  const request = { recipient: other.usertag, amount: 1, pin: '9999' };
  const options = { token: person.token, headers: { ...DRY, 'x-idempotency-key': 'always-the-same' } };
  const statuses: string[] = [];
  for (let i = 0; i < 21; i++) {
    const { body } = await limited.post('business', 'wallet.php?action=transfer', request, options);
    statuses.push(body.error_code as string);
  }
  expect(statuses.slice(0, 6)).toEqual([...Array<string>(5).fill('INVALID_PIN'), 'PIN_LOCKED']);
  expect(statuses[20]).toBe('RATE_LIMITED');
  await limited.proveAndStop();
});
