import { randomUUID } from 'node:crypto';
import { CardToken, PaymentGateway, GatewayRejected } from '@app/charges';
import { type CardCompany, COMPANY_CARDS, COMPANY_OTP, COMPANY_PIN } from '../../support/card-company';
import type { TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Depositor } from '../business-api/card-deposits';
import { ElsewhereShop, type Session } from '../checkout-api/async-payments';
import { type CompanyPlatform, startCompanyPlatform } from './company-platform';

let company: CardCompany;
let platform: Platform;
let merchant: TestMerchant;
let shop: ElsewhereShop;
let stack: CompanyPlatform;

beforeAll(async () => {
  stack = await startCompanyPlatform();
  ({ company, platform, merchant, shop } = stack);
});

beforeEach(() => company.behave());
afterAll(() => stack?.stop());

const referenceOf = async (session: Session) => (await shop.attempts(session)).at(-1)!.reference;
const cardPosts = () => company.posts.filter(({ path }) => path.includes('type=card')).length;

describe('cards of the real company', () => {
  it('are paid with PIN, then OTP, credited, and never seen in the clear', async () => {
    const session = await shop.open();
    const asked = await shop.pay(session, COMPANY_CARDS.pin);
    expect([asked.status, asked.body.auth_mode]).toEqual([200, 'pin']);
    const second = await shop.submit(session, asked.body.gw_ref, COMPANY_PIN);
    expect(second.body).toMatchObject({ auth_mode: 'otp', gw_ref: expect.stringMatching(/^FLW-MOCK/) });
    const wrong = await shop.submit(session, second.body.gw_ref, '99999');
    expect([wrong.status, wrong.body.tries_left]).toEqual([400, 3]);
    const paid = await shop.submit(session, second.body.gw_ref, COMPANY_OTP);
    expect(paid.body.status).toBe('completed');
    await company.rest();
    expect(await shop.journals(session)).toEqual([
      { type: 'checkout', amount_minor: '250050', currency: 'NGN' },
    ]);
    expect((await shop.verify(session.session_id)).body.gateway).toBe('flutterwave');
    expect(JSON.stringify(company.posts)).not.toContain(COMPANY_CARDS.pin);
    const rows = await platform.sql<{ hit: boolean }>(
      `SELECT bool_or(a::text LIKE '%' || $1 || '%') AS hit FROM checkout_attempts a`,
      [COMPANY_CARDS.pin],
    );
    expect(rows[0]!.hit).toBe(false);
  });

  it('are paid after a challenge: the buyer comes back from the bank, and the event comes as well', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, COMPANY_CARDS.challenge);
    expect(body).toMatchObject({ auth_mode: 'redirect', redirect_url: expect.stringContaining('/3ds/') });
    company.copies = 2;
    await company.finish(await referenceOf(session));
    await fetch(`${session.checkout_url}/return?status=failed&tx_ref=x`, { redirect: 'manual' });
    await company.rest();
    expect(await shop.statusOf(session)).toBe('completed');
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('are paid at once without a challenge', async () => {
    const session = await shop.open();
    expect((await shop.pay(session, COMPANY_CARDS.noChallenge)).body.status).toBe('completed');
  });

  it.each([
    ['insufficientFunds', 'Insufficient Funds'],
    ['doNotHonour', 'Do not honour'],
    ['fraud', 'Transaction failed: suspected fraud'],
    ['addressCheck', 'This card needs an address check, which is not supported.'],
  ] as const)('are declined for %s with the reason, and the session stays payable', async (name, reason) => {
    const session = await shop.open();
    const { status, body } = await shop.pay(session, COMPANY_CARDS[name]);
    expect([status, body.error_code, body.reason]).toEqual([400, 'CARD_DECLINED', reason]);
    expect(await shop.statusOf(session)).toBe('pending');
    expect((await shop.pay(session, COMPANY_CARDS.noChallenge)).body.status).toBe('completed');
  });

  it('are declined for a wrong PIN', async () => {
    const session = await shop.open();
    const { gw_ref } = (await shop.pay(session, COMPANY_CARDS.wrongPin)).body;
    const { status, body } = await shop.submit(session, gw_ref, '1111');
    expect([status, body.reason]).toEqual([400, 'Incorrect PIN']);
  });

  it('pay deposits: charged, verified by the id of the return address, credited once', async () => {
    const depositor = new Depositor(platform, merchant.id, { token: merchant.token });
    const charged = await depositor.charge(COMPANY_CARDS.challenge);
    const { tx_ref } = charged.body;
    company.copies = 2;
    await company.finish(tx_ref);
    const id = company.transactions.find((one) => one.tx_ref === tx_ref)!.id;
    const verified = await Promise.all([1, 2, 3].map(() => depositor.verify(tx_ref, id)));
    expect(verified.map(({ body }) => body.credited)).toEqual([true, true, true]);
    await company.rest();
    expect(await depositor.credits(tx_ref)).toEqual(['5000']);
  });
});

describe('outcomes that were lost', () => {
  it('are found by asking and not sent again when 503 follows a charge that was made', async () => {
    const session = await shop.open();
    Object.assign(company, { copies: 0, hasList: false, stall: { path: 'type=card', ms: 200, done: true } });
    const before = cardPosts();
    // The question right after it finds the charge.
    const paid = await shop.pay(session, COMPANY_CARDS.noChallenge);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    expect(cardPosts()).toBe(before + 1);
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('are found by the same key when no answer comes within our time, and the company has one charge', async () => {
    const session = await shop.open({ amount: 77.01 });
    Object.assign(company, { copies: 0, stall: { path: 'type=card', ms: 4000, done: false } });
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    const unanswered = await shop.pay(session, COMPANY_CARDS.noChallenge, once);
    expect([unanswered.status, unanswered.body.status]).toEqual([200, 'processing']);
    const again = await shop.pay(session, COMPANY_CARDS.noChallenge, once);
    expect(again.text).toBe(unanswered.text);
    expect(company.transactions.filter(({ amount }) => amount === 77.01)).toHaveLength(0);
    // It never reached the company: after some questions that is taken for certain.
    for (const minutes of [2, 2, 5, 10, 20]) {
      platform.clock.advance({ minutes });
      await platform.runJobs();
    }
    expect(await shop.statusOf(session)).toBe('pending');
    expect(await shop.outboxEvents(session)).toEqual(['checkout.payment-failed not_found']);
  });

  it('credit once when events come before the answer, and twice', async () => {
    const session = await shop.open();
    Object.assign(company, { copies: 3, isEarly: true });
    expect((await shop.pay(session, COMPANY_CARDS.noChallenge)).body.status).toBe('completed');
    expect(await shop.journals(session)).toHaveLength(1);
    expect(await shop.outboxEvents(session)).toEqual(['checkout.session-completed']);
  });
});

describe('a company that lies', () => {
  it.each([
    ['less was charged', { charged_amount: 2500 }, '250000', 'NGN'],
    ['another currency', { currency: 'USD' }, '250050', 'USD'],
  ])(
    '%s: the money is held for review, the session stays payable',
    async (_name, lies, amount_minor, currency) => {
      const session = await shop.open();
      Object.assign(company, { lies, copies: 0 });
      const { status, body } = await shop.pay(session, COMPANY_CARDS.noChallenge);
      expect([status, body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
      expect(await shop.statusOf(session)).toBe('pending');
      expect(await shop.journals(session)).toEqual([{ type: 'unapplied', amount_minor, currency }]);
    },
  );

  it('completes the session if more was charged, and no more than its amount is credited', async () => {
    const session = await shop.open();
    Object.assign(company, { lies: { charged_amount: 2600 }, copies: 0 });
    expect((await shop.pay(session, COMPANY_CARDS.noChallenge)).body.status).toBe('completed');
    expect(await shop.journals(session)).toEqual([
      { type: 'checkout', amount_minor: '250050', currency: 'NGN' },
    ]);
  });

  it.each([
    ['another reference', { tx_ref: 'cs_0000000000000000000000' }],
    ['an unknown status', { status: 'perhaps' }],
    ['no amount', { amount: null, charged_amount: null }],
    ['still pending', { status: 'pending' }],
  ])('%s: nothing is credited, and the truth is found later', async (_name, lies) => {
    const session = await shop.open();
    Object.assign(company, { lies, copies: 0 });
    const { body } = await shop.pay(session, COMPANY_CARDS.noChallenge);
    expect(body.status).toBe('processing');
    expect(await shop.journals(session)).toEqual([]);
    company.behave();
    platform.clock.advance({ minutes: 5 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('completed');
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('credits nothing for "successful" in the answer and failed in the books', async () => {
    const session = await shop.open();
    Object.assign(company, { lies: { status: 'failed', processor_response: 'Reversed' }, copies: 0 });
    const { status, body } = await shop.pay(session, COMPANY_CARDS.noChallenge);
    expect([status, body.reason]).toEqual([400, 'Reversed']);
    expect(await shop.journals(session)).toEqual([]);
  });

  it('leads to no account shown to the buyer if it is for another amount than asked for', async () => {
    const session = await shop.open();
    company.surcharge = 25;
    const { status, body } = await shop.bankTransfer(session);
    expect([status, body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
    expect(await shop.statusOf(session)).toBe('pending');
  });
});

describe('other methods of the real company', () => {
  it.each([[true], [false]])(
    'hold bank transfers (a list of transactions: %s) that are short, and complete by the exact one',
    async (hasList) => {
      company.hasList = hasList;
      const session = await shop.open();
      const { body } = await shop.bankTransfer(session);
      expect(body).toMatchObject({ account_number: '0067100155', bank_name: 'Mock Bank', status: 'pending' });
      expect(body).not.toHaveProperty('simulate_url');
      const reference = await referenceOf(session);
      await company.receive(reference, 1000);
      await company.rest();
      expect(await shop.statusOf(session)).toBe('pending');
      await company.receive(reference, 2500.5);
      await company.rest();
      expect(await shop.statusOf(session)).toBe('completed');
      expect((await shop.journals(session)).map(({ type }) => type)).toEqual(['unapplied', 'checkout']);
    },
  );

  it('return an overpaid second transfer through the company', async () => {
    const session = await shop.open();
    await shop.bankTransfer(session);
    const reference = await referenceOf(session);
    await company.receive(reference, 2500.5);
    const second = await company.receive(reference, 3000);
    await company.rest();
    await platform.runJobs();
    expect(company.transactions.find(({ id }) => id === second)!.refunded).toBe(3000);
    expect((await shop.attempts(session)).map(({ status }) => status).sort()).toEqual([
      'refunded',
      'succeeded',
    ]);
  });

  it('leave what the company will not refund in the staff’s queue', async () => {
    const session = await shop.open();
    await shop.bankTransfer(session);
    const reference = await referenceOf(session);
    await company.receive(reference, 2500.5);
    const second = await company.receive(reference, 2500.5);
    await company.rest();
    company.transactions.find(({ id }) => id === second)!.refunded = 2500.5;
    await platform.runJobs();
    await platform.runJobs();
    expect((await shop.attempts(session)).map(({ status }) => status)).toEqual(['succeeded', 'unapplied']);
    const [row] = await platform.sql<{ failure: string; due_at: Date | null }>(
      `SELECT failure, due_at FROM refunds WHERE gateway_transaction_id = $1`,
      [String(second)],
    );
    expect(row).toEqual({ failure: 'Refund amount exceeds what is left', due_at: null });
  });

  it('repeat a refund without an answer; when it is then refused, staff see why they must ask', async () => {
    const session = await shop.open();
    await shop.bankTransfer(session);
    const reference = await referenceOf(session);
    await company.receive(reference, 2500.5);
    const second = await company.receive(reference, 2500.5);
    await company.rest();
    company.stall = { path: '/refund', ms: 100, done: true };
    await platform.runJobs();
    expect((await shop.attempts(session))[1]!.status).toBe('unapplied');
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(company.transactions.find(({ id }) => id === second)!.refunded).toBe(2500.5);
    const [row] = await platform.sql<{ failure: string; due_at: Date | null }>(
      `SELECT failure, due_at FROM refunds WHERE gateway_transaction_id = $1`,
      [String(second)],
    );
    expect(row!.due_at).toBeNull();
    expect(row!.failure).toMatch(/exceeds what is left\. An earlier request went unanswered/);
  });

  it('complete by USSD', async () => {
    const session = await shop.open();
    expect((await shop.ussd(session)).body.ussd_code).toBe('*058*000*4987#');
    await company.finish(await referenceOf(session));
    await company.rest();
    expect(await shop.statusOf(session)).toBe('completed');
  });

  it('complete by mobile money: on a page in Ghana, on the phone in Kenya', async () => {
    const ghana = await shop.open({ currency: 'GHS', amount: 50 });
    const { body } = await shop.mobileMoney(ghana, '+233241234567');
    expect(body).toMatchObject({ status: 'pending', redirect_url: expect.stringContaining('/captcha/1') });
    const kenya = await shop.open({ currency: 'KES', amount: 900 });
    expect((await shop.mobileMoney(kenya, '+254712345678', 'MPESA')).body.status).toBe('pending');
    for (const session of [ghana, kenya]) {
      await company.finish(await referenceOf(session));
      await company.rest();
      expect(await shop.statusOf(session)).toBe('completed');
    }
  });

  it('charge saved cards by token, and a step-up is seen as one', async () => {
    const gateway = platform.inside<PaymentGateway>('checkout', PaymentGateway as never);
    const session = await shop.open();
    await shop.pay(session, COMPANY_CARDS.noChallenge);
    const charge = await gateway.transactionByRef(await referenceOf(session));
    const token = charge!.card!.token!;
    const request = {
      txRef: `sub-${randomUUID()}`,
      amountMinor: 120_000n,
      currency: 'NGN',
      email: 'a@example.com',
      token,
    };
    const charged = await gateway.chargeToken(request);
    expect(charged).toMatchObject({ kind: 'successful', authMode: null });
    await expect(gateway.chargeToken(request)).rejects.toThrow(GatewayRejected);
    const stepUp = { ...request, txRef: `sub-${randomUUID()}`, email: 'stepup@example.com' };
    expect(await gateway.chargeToken(stepUp)).toMatchObject({ kind: 'pending', authMode: 'redirect' });
    const unknown = { ...request, txRef: `sub-${randomUUID()}`, token: new CardToken('flw-none') };
    await expect(gateway.chargeToken(unknown)).rejects.toThrow('Invalid token');
  });
});

describe('the company’s own card widget', () => {
  it('is opened with the public key, and what comes of it is asked for', async () => {
    await setNairaRate(platform, 'USD', '1600');
    const session = await shop.open({ currency: 'USD', amount: 10 });
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    const init = () => shop.call('pay-card-init', { session_id: session.session_id }, once);
    const opened = await init();
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { public_key: company.publicKey, amount: 16_000, currency: 'NGN', tx_ref: await referenceOf(session) },
    ]);
    expect((await init()).text).toBe(opened.text);
    await company.receive(opened.body.tx_ref, 16_000, 'card');
    await company.rest();
    expect(await shop.statusOf(session)).toBe('completed');
    expect((await shop.journals(session))[0]).toMatchObject({ amount_minor: '1000', currency: 'USD' });
  });

  it('leaves the session payable if it was closed unused', async () => {
    const session = await shop.open();
    const { tx_ref } = (await shop.call('pay-card-init', { session_id: session.session_id })).body;
    const cancelled = await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref: tx_ref });
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'pending']);
    await shop.call('pay-card-init', { session_id: session.session_id });
    platform.clock.advance({ minutes: 31 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it('is not there in the sandbox', async () => {
    const sandbox = new ElsewhereShop(platform, 'sandbox', merchant.test.secret_key);
    const { session_id } = await sandbox.open();
    const { status, body } = await sandbox.call('pay-card-init', { session_id });
    expect([status, body.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(body.message).toContain('pay-card');
  });
});

it('the sandbox charges its own simulator, whatever the live gateway is', async () => {
  const sandbox = new ElsewhereShop(platform, 'sandbox', merchant.test.secret_key);
  const session = await sandbox.open();
  const before = company.posts.length;
  expect((await sandbox.pay(session, '4000000000000000')).body.status).toBe('completed');
  expect((await sandbox.pay(await sandbox.open(), COMPANY_CARDS.noChallenge)).status).toBe(400);
  expect(company.posts).toHaveLength(before);
});

it('has no simulated live side, and offers no external wallet', async () => {
  expect((await fetch(`${platform.urls.checkout}/challenge/x`)).status).toBe(404);
  const session = await shop.open({ currency: 'EUR' });
  expect(session.payment_methods).toEqual(['card', 'wallet']);
});
