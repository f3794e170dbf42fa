import { randomUUID } from 'node:crypto';
import { ExternalWallets, PaymentGateway } from '@app/charges';
import { Commands } from '@app/write-path';
import { CARDS } from '../../support/test-cards';
import { BeginMethodAttempt } from '../../../libs/checkout/src/methods/async/commands/begin-method-attempt';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank } from '../business-api/card-deposits';
import { tokenOf } from './cards';
import { ElsewhereShop, play, type Session } from './async-payments';

let platform: Platform;
let merchant: TestMerchant;
let shop: ElsewhereShop;
let bank: Bank;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);
  bank = new Bank(platform);
});

afterAll(() => platform?.proveAndStop());

const balance = async (currency?: string) => Number(await platform.balanceOf(shop, currency));

const transactionsOf = async (session: Session) => {
  const { reference } = (await shop.attempts(session))[0]!;
  return bank.transactions(reference.split('/')[0]!);
};

describe('the offer of a session', () => {
  it('follows its currency, and what the merchant asked for', async () => {
    expect((await shop.open()).payment_methods).toEqual(['card', 'bank_transfer', 'ussd', 'wallet']);
    expect((await shop.open({ currency: 'GHS' })).payment_methods).toEqual([
      'card',
      'wallet',
      'mobile_money',
    ]);
    const asked = await shop.open({ payment_methods: ['bank_transfer', 'mobile_money'] });
    expect(asked.payment_methods).toEqual(['bank_transfer']);
    const none = await shop.call('create', { amount: 5, currency: 'USD', payment_methods: ['ussd'] });
    expect([none.status, none.body.errors[0].field]).toEqual([400, 'payment_methods']);
  });

  it.each([
    ['pay-bank-transfer', {}],
    ['pay-ussd', {}],
    ['pay-mobile-money', { phone: '+233240000001', network: 'MTN' }],
  ])('refuses %s where it is not offered: other currency, not asked for, sandbox', async (action, fields) => {
    const sandbox = new ElsewhereShop(platform, 'sandbox', merchant.test.secret_key);
    for (const [where, session] of [
      [shop, await shop.open({ currency: 'ZAR' })],
      [shop, await shop.open({ payment_methods: ['card'] })],
      [sandbox, await sandbox.open()],
    ] as const) {
      const { session_id } = session;
      const { status, body } = await where.call(action, { session_id, ...fields });
      expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(await where.statusOf(session)).toBe('pending');
    }
  });

  it('a session without card takes none', async () => {
    const session = await shop.open({ payment_methods: ['ussd'] });
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('another app’s session is not found', async () => {
    const session = await shop.open();
    const stranger = await platform.merchant();
    const { status } = await shop.bankTransfer(session, { key: stranger.live.secret_key });
    expect(status).toBe(404);
  });
});

describe('a bank transfer', () => {
  it('gives an account number, and completes with the exact amount', async () => {
    const before = await balance();
    const session = await shop.open({ order_ref: 'T-1' });
    const { status, body } = await shop.bankTransfer(session, { sessionToken: tokenOf(session) });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'pending',
        session_status: 'processing',
        account_number: expect.stringMatching(/^\d{10}$/),
        bank_name: 'Simulated Bank',
        amount: 2500.5,
        currency: 'NGN',
      },
    ]);
    expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(Date.parse(String(session.expires_at)));
    const waiting = await shop.publicStatus(session);
    expect(waiting).toMatchObject({
      status: 'processing',
      payment: {
        method: 'bank_transfer',
        state: 'waiting',
        amount: 2500.5,
        expires_at: body.expires_at,
        instructions: { account_number: body.account_number, bank_name: 'Simulated Bank' },
        simulate_url: body.simulate_url,
      },
    });
    const path = `sessions.php?action=public-status&session_id=${session.session_id}&wait=25&since=${waiting.revision}`;
    const next = platform.get('checkout', path, { sessionToken: tokenOf(session) });
    expect(await play(body.simulate_url, { decision: 'exact' })).toBe(200);
    // The event woke the waiting requests: no job has run.
    expect((await next).body).toMatchObject({ status: 'completed', payment: { state: 'successful' } });
    expect(await balance()).toBeCloseTo(before + 2500.5, 2);
    expect(await shop.journals(session)).toEqual([
      { type: 'checkout', amount_minor: '250050', currency: 'NGN' },
    ]);
    expect(await shop.outboxEvents(session)).toEqual(['checkout.session-completed']);
    expect((await shop.verify(session.session_id)).body).toMatchObject({
      status: 'completed',
      amount: 2500.5,
    });
  });

  it('has the same number when asked for again, also under a new key; the same key answers byte for byte', async () => {
    const session = await shop.open();
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    const first = await shop.bankTransfer(session, once);
    const replayed = await shop.bankTransfer(session, once);
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const again = await shop.bankTransfer(session);
    expect(again.body.account_number).toBe(first.body.account_number);
    expect(await shop.attempts(session)).toHaveLength(1);
  });

  it('makes one attempt of many at once', async () => {
    const session = await shop.open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.bankTransfer(session)));
    const numbers = new Set(
      answers.filter(({ status }) => status === 200).map(({ body }) => body.account_number),
    );
    expect(numbers.size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await shop.attempts(session)).filter(({ status }) => status === 'waiting')).toHaveLength(1);
  });

  it.each([
    ['short', '249950'],
    ['over', '250150'],
  ])(
    'holds the money apart if it is %s, notifies the merchant, and keeps the session payable',
    async (decision, received) => {
      const before = await balance();
      const session = await shop.open();
      const { simulate_url } = (await shop.bankTransfer(session)).body;
      await play(simulate_url, { decision });
      const current = await shop.becomes(session, 'pending');
      expect(current.payment).toMatchObject({
        method: 'bank_transfer',
        state: 'set_aside',
        instructions: null,
        received: { amount: Number(received) / 100, currency: 'NGN', set_aside: 'amount-mismatch' },
      });
      expect(await shop.journals(session)).toEqual([
        { type: 'unapplied', amount_minor: received, currency: 'NGN' },
      ]);
      expect(await shop.outboxEvents(session)).toEqual([
        'checkout.payment-failed amount_mismatch',
        'checkout.payment-unapplied',
      ]);
      // Only staff decide about it: no job sends it back.
      await platform.runJobs();
      expect(await shop.attempts(session)).toMatchObject([{ status: 'unapplied', received_minor: received }]);
      // The right amount on the same number completes it all the same.
      await play(simulate_url, { decision: 'exact' });
      await shop.becomes(session, 'completed');
      expect(await balance()).toBeCloseTo(before + 2500.5, 2);
      expect(await shop.attempts(session)).toMatchObject([{ status: 'unapplied' }, { status: 'succeeded' }]);
    },
  );

  it('completes by the first of several into one number, and the others go back, each once', async () => {
    const before = await balance();
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    await bank.order('duplicate-event', 'charge', 4);
    await Promise.all(Array.from({ length: 4 }, () => play(simulate_url, { decision: 'exact' })));
    await shop.becomes(session, 'completed');
    await eventually(async () => (await shop.attempts(session)).length === 4);
    await bank.rest();
    await platform.runJobs();
    const statuses = (await shop.attempts(session)).map(({ status }) => status).sort();
    expect(statuses).toEqual(['refunded', 'refunded', 'refunded', 'succeeded']);
    expect(await balance()).toBeCloseTo(before + 2500.5, 2);
    const types = (await shop.journals(session)).map(({ type }) => type).sort();
    expect(types).toEqual(['checkout', ...Array(3).fill('unapplied'), ...Array(3).fill('unapplied_refund')]);
    const refunds = await platform.sql(
      `SELECT 1 FROM simulator.refunds r JOIN simulator.charges c ON c.id = r.charge_id WHERE c.tx_ref = $1`,
      [(await shop.attempts(session))[0]!.reference.split('/')[0]],
    );
    expect(refunds).toHaveLength(3);
  });

  it('is found by asking after a lost event, once', async () => {
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    await bank.loseEvents();
    try {
      await play(simulate_url, { decision: 'exact' });
    } finally {
      await bank.findEvents();
    }
    expect(await shop.statusOf(session)).toBe('processing');
    platform.clock.advance({ minutes: 2 });
    await Promise.all([platform.runJobs(), platform.runJobs(), platform.runJobs()]);
    expect(await shop.statusOf(session)).toBe('completed');
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('is found as well if it is a second one whose event is lost, and goes back', async () => {
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    await play(simulate_url, { decision: 'exact' });
    await shop.becomes(session, 'completed');
    await bank.rest();
    await bank.loseEvents();
    try {
      await play(simulate_url, { decision: 'over' });
    } finally {
      await bank.findEvents();
    }
    platform.clock.advance({ minutes: 20 });
    // One run finds it, the next one sends it back.
    await platform.runJobs();
    await platform.runJobs();
    expect(await shop.attempts(session)).toMatchObject([
      { status: 'succeeded' },
      { status: 'refunded', received_minor: '250150' },
    ]);
  });

  it('stands apart if it is late: the session expires without it', async () => {
    const session = await shop.open({ expires_in: 5 });
    const { body } = await shop.bankTransfer(session);
    expect(body.expires_at).toBe(session.expires_at);
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('expired');
    expect(await shop.outboxEvents(session)).toEqual([
      'checkout.payment-failed abandoned',
      'checkout.session-expired',
    ]);
    await play(body.simulate_url, { decision: 'exact' });
    await eventually(async () => (await shop.attempts(session))[0]!.status === 'unapplied');
    expect(await shop.publicStatus(session)).toMatchObject({
      status: 'expired',
      payment: { state: 'set_aside', received: { set_aside: 'expired' } },
    });
    expect(await shop.journals(session)).toEqual([
      { type: 'unapplied', amount_minor: '250050', currency: 'NGN' },
    ]);
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('expired');
  });

  it('ends in one state when it comes while the session expires', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => shop.open({ expires_in: 5 })));
    const pages = await Promise.all(
      sessions.map(async (one) => (await shop.bankTransfer(one)).body.simulate_url),
    );
    platform.clock.advance({ minutes: 6 });
    await Promise.all([platform.runJobs(), ...pages.map((page) => play(page, { decision: 'exact' }))]);
    await bank.rest();
    await platform.runJobs();
    for (const session of sessions) {
      const status = await shop.statusOf(session);
      const types = (await shop.journals(session)).map(({ type }) => type);
      expect([status, types]).toEqual(
        status === 'completed' ? ['completed', ['checkout']] : ['expired', ['unapplied']],
      );
    }
  });

  it.each(['503-before', '503-after', 'drop-before', 'drop-connection', 'garbage'])(
    'answers at once that there is no number for the buyer (%s), and the next try gets a number',
    async (fault) => {
      const session = await shop.open();
      const once = { key: shop.key, idempotencyKey: randomUUID() };
      await bank.order(fault);
      const refused = await shop.bankTransfer(session, once);
      expect([refused.status, refused.body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
      expect(await shop.statusOf(session)).toBe('pending');
      const given = await shop.bankTransfer(session, once);
      expect([given.status, given.body.status]).toEqual([200, 'pending']);
    },
  );

  it('loses nothing by an event that comes while the gateway is silent', async () => {
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    await bank.fallSilent();
    await play(simulate_url, { decision: 'exact' });
    await bank.rest();
    expect(await shop.statusOf(session)).toBe('processing');
    await bank.clearFaults();
    platform.clock.advance({ minutes: 5 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('completed');
  });

  it('moves nothing by a forged event: wrong hash, invented or another’s transaction', async () => {
    const paid = await shop.open();
    await play((await shop.bankTransfer(paid)).body.simulate_url, { decision: 'exact' });
    await shop.becomes(paid, 'completed');
    const { id } = (await transactionsOf(paid))[0]!;
    const session = await shop.open();
    await shop.bankTransfer(session);
    const { reference } = (await shop.attempts(session))[0]!;
    const data = { tx_ref: reference, id: Number(id), status: 'successful', amount: 2500.5, currency: 'NGN' };
    expect((await bank.report(data, { hash: 'wrong' })).status).toBe(401);
    expect((await bank.report(data)).status).toBe(200);
    expect((await bank.report({ ...data, id: 999_999_999 })).status).toBe(200);
    expect((await bank.report({ ...data, id: '../../x' })).status).toBe(200);
    expect((await bank.report(data, { host: 'sandbox' })).status).toBe(200);
    // Money that exists but belongs to no account of the platform.
    const foreign = {
      txRef: `x-${randomUUID()}`,
      amountMinor: 250_050n,
      currency: 'NGN',
      email: 'a@example.com',
    };
    const gateway = platform.inside<PaymentGateway>('checkout', PaymentGateway as never);
    const offer = await gateway.bankTransfer({ ...foreign, expiresInSeconds: 60 });
    await play(offer.simulateUrl!, { decision: 'exact' });
    const theirs = await gateway.transactionByRef(foreign.txRef);
    expect((await bank.report({ ...data, id: Number(theirs!.id) })).status).toBe(200);
    expect(await shop.statusOf(session)).toBe('processing');
    expect(await shop.journals(session)).toEqual([]);
  });
});

describe('a process that dies between its commit and its call', () => {
  const payee = { name: 'Shop', email: 'shop@example.com', frozen: false, closed: false };
  it.each([
    ['bank_transfer', 'NGN'],
    ['ussd', 'NGN'],
    ['extwallet', 'USD'],
    ['mobile_money', 'GHS'],
  ] as const)('%s: the session is payable again once no payment is possible', async (method, currency) => {
    const session = await shop.open({ currency });
    const [row] = await platform.sql<{ id: string }>(
      'SELECT id FROM checkout_sessions WHERE session_id = $1',
      [session.session_id],
    );
    const gateway = method === 'extwallet' ? 'extwallet' : 'simulator';
    const request = {
      method,
      choice: '',
      gateway,
      lastsSeconds: 3600,
      buyer: null,
      payee,
      clientAddress: null,
    };
    await platform.inside('checkout', Commands).execute(new BeginMethodAttempt(row!.id, request, null));
    expect(await shop.statusOf(session)).toBe('processing');
    // A phone may have rung: that takes half an hour.
    for (const minutes of method === 'mobile_money' ? [2, 28] : [2]) {
      platform.clock.advance({ minutes });
      await platform.runJobs();
    }
    expect(await shop.statusOf(session)).toBe('pending');
    expect(await shop.outboxEvents(session)).toEqual(['checkout.payment-failed not_found']);
  });

  it('ends the order of an external wallet that was made, which can no longer be approved', async () => {
    const session = await shop.open({ currency: 'USD' });
    const [row] = await platform.sql<{ id: string }>(
      'SELECT id FROM checkout_sessions WHERE session_id = $1',
      [session.session_id],
    );
    const request = {
      method: 'extwallet' as const,
      choice: '',
      gateway: 'extwallet',
      lastsSeconds: 3600,
      buyer: null,
      payee,
      clientAddress: null,
    };
    const begun = await platform
      .inside('checkout', Commands)
      .execute(new BeginMethodAttempt(row!.id, request, null));
    const wallet = platform.inside('checkout', ExternalWallets).walletOf('live')!;
    const order = await wallet.order({
      reference: begun.reference,
      amountMinor: begun.report.charge.minor,
      currency: 'USD',
      description: 'Shop',
      returnUrl: 'https://shop.example/',
    });
    platform.clock.advance({ minutes: 2 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('pending');
    await play(order.approveUrl, { decision: 'approve' });
    expect((await wallet.find(begun.reference))!.status).toBe('failed');
  });
});

it('a session begins so many payments in an hour and no more', async () => {
  const session = await shop.open({ currency: 'GHS', amount: 5 });
  for (let i = 10; i < 30; i++) {
    expect((await shop.mobileMoney(session, `+2332400010${i}`)).status).toBe(200);
  }
  const { status, body, headers } = await shop.mobileMoney(session, '+233240001099');
  expect([status, body.error_code, body.retry_after]).toEqual([429, 'RATE_LIMITED', 3600]);
  expect(headers.get('retry-after')).toBe('3600');
  // The pending attempt still stands, and is still reported.
  expect((await shop.mobileMoney(session, '+233240001029')).status).toBe(200);
});

describe('a change of the method', () => {
  it('replaces an unpaid transfer without an event of failure', async () => {
    const session = await shop.open();
    await shop.bankTransfer(session);
    const { body } = await shop.ussd(session);
    expect(body).toMatchObject({ status: 'pending', method: 'ussd' });
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    expect(await shop.attempts(session)).toMatchObject([
      { method: 'bank_transfer', status: 'abandoned' },
      { method: 'ussd', status: 'abandoned' },
      { method: 'card', status: 'succeeded' },
    ]);
    expect(await shop.outboxEvents(session)).toEqual(['checkout.session-completed']);
  });

  it('completes by the first of two payments, and the second goes back by itself', async () => {
    const before = await balance();
    const session = await shop.open();
    const transfer = (await shop.bankTransfer(session)).body;
    const ussd = (await shop.ussd(session)).body;
    await Promise.all([
      play(transfer.simulate_url, { decision: 'exact' }),
      play(ussd.simulate_url, { decision: 'approve' }),
    ]);
    await shop.becomes(session, 'completed');
    await eventually(async () =>
      (await shop.attempts(session)).every(({ status }) => status !== 'abandoned'),
    );
    await bank.rest();
    await platform.runJobs();
    expect((await shop.attempts(session)).map(({ status }) => status).sort()).toEqual([
      'refunded',
      'succeeded',
    ]);
    expect(await balance()).toBeCloseTo(before + 2500.5, 2);
  });

  it('completes by a transfer that comes while a card waits for its code; the card’s money goes back', async () => {
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    const { gw_ref } = (await shop.pay(session, CARDS.otp)).body;
    await play(simulate_url, { decision: 'exact' });
    await shop.becomes(session, 'completed');
    const late = await shop.submit(session, gw_ref, '123456');
    expect([late.status, late.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('replaces a transfer by a wallet too, and the transfer goes back when it comes', async () => {
    const buyer = await platform.signUp();
    await platform.fund(buyer, 'NGN', 10_000);
    const session = await shop.open();
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    const { session_id } = session;
    const path = 'sessions.php?action=pay-wallet';
    const paid = await platform.post(
      'checkout',
      path,
      { session_id, pin: buyer.pin },
      { token: buyer.token },
    );
    expect([paid.status, await shop.statusOf(session)]).toEqual([200, 'completed']);
    await play(simulate_url, { decision: 'exact' });
    await eventually(async () => (await shop.attempts(session))[0]!.status === 'unapplied');
    await platform.runJobs();
    expect(await shop.attempts(session)).toMatchObject([
      { method: 'bank_transfer', status: 'refunded' },
      { method: 'wallet', status: 'succeeded' },
    ]);
  });

  it('pay-cancel goes back, unless the money is there', async () => {
    const session = await shop.open();
    await shop.bankTransfer(session);
    const back = await shop.cancel(session);
    expect([back.status, back.body.status]).toEqual([200, 'pending']);
    expect((await shop.publicStatus(session)).payment).toMatchObject({
      state: 'cancelled',
      instructions: null,
    });
    const { simulate_url } = (await shop.bankTransfer(session)).body;
    await bank.loseEvents();
    try {
      await play(simulate_url, { decision: 'exact' });
    } finally {
      await bank.findEvents();
    }
    expect((await shop.cancel(session)).body.status).toBe('completed');
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('pay-cancel leaves a card alone', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.otp);
    const { status, body } = await shop.cancel(session);
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });
});

describe('USSD', () => {
  it('gives a code to dial, and completes when it was', async () => {
    const session = await shop.open();
    const { status, body } = await shop.ussd(session);
    expect([status, body]).toMatchObject([
      200,
      { status: 'pending', ussd_code: expect.stringMatching(/^\*058\*000\*\d+#$/), bank_code: '058' },
    ]);
    await play(body.simulate_url, { decision: 'approve' });
    await shop.becomes(session, 'completed');
    expect(await shop.journals(session)).toHaveLength(1);
  });

  it('informs the buyer of a decline, who may try again', async () => {
    const session = await shop.open();
    await play((await shop.ussd(session)).body.simulate_url, { decision: 'decline' });
    const current = await shop.becomes(session, 'pending');
    expect(current.payment).toMatchObject({
      method: 'ussd',
      state: 'failed',
      failure: 'Declined by the cardholder',
    });
    expect(await shop.outboxEvents(session)).toEqual(['checkout.payment-failed declined']);
    expect((await shop.ussd(session)).status).toBe(200);
  });

  it('sets another amount than was asked for apart', async () => {
    const session = await shop.open();
    const { simulate_url } = (await shop.ussd(session)).body;
    await bank.order('amount-mismatch');
    await play(simulate_url, { decision: 'approve' });
    expect((await shop.becomes(session, 'pending')).payment).toMatchObject({
      state: 'set_aside',
      received: { amount: 2499.5, set_aside: 'amount-mismatch' },
    });
  });

  it('expires after half an hour without a call, and the session goes on', async () => {
    const session = await shop.open();
    await shop.ussd(session);
    platform.clock.advance({ minutes: 31 });
    await platform.runJobs();
    expect(await shop.publicStatus(session)).toMatchObject({ status: 'pending' });
    expect((await shop.attempts(session))[0]!.status).not.toBe('waiting');
  });

  it('accepts only the banks that it lists', async () => {
    const session = await shop.open();
    const wrong = await shop.ussd(session, '999');
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'bank_code']);
    const { body } = await platform.get('checkout', 'sessions.php?action=ussd-banks', { key: shop.key });
    expect(body.data).toContainEqual({ bank_code: '058', name: 'Guaranty Trust Bank' });
  });
});

describe('mobile money', () => {
  const open = () => shop.open({ currency: 'GHS', amount: 120 });

  it('is pending until confirmed on the phone, and credits the session’s currency', async () => {
    const before = await balance('GHS');
    const session = await open();
    const { status, body } = await shop.mobileMoney(session, '024 123 4567');
    expect([status, body]).toMatchObject([
      200,
      { status: 'pending', phone: '•••• 4567', network: 'MTN', amount: 120, currency: 'GHS' },
    ]);
    expect(JSON.stringify(await shop.publicStatus(session))).not.toContain('1234567');
    await play(body.simulate_url, { decision: 'approve' });
    await shop.becomes(session, 'completed');
    expect(await balance('GHS')).toBeCloseTo(before + 120, 2);
  });

  it.each([
    ['…0001 approves by itself', '+233240000001', 'completed', 'successful'],
    ['…0002 declines by itself', '+233240000002', 'pending', 'failed'],
  ])('%s', async (_name, phone, status, state) => {
    const session = await open();
    expect((await shop.mobileMoney(session, phone)).body.status).toBe('pending');
    expect((await shop.becomes(session, status)).payment.state).toBe(state);
  });

  it('…0003 asks on a page of the network, and the buyer comes back paid', async () => {
    const session = await open();
    const { body } = await shop.mobileMoney(session, '+233240000003');
    expect(body.redirect_url).toMatch(/\/challenge\//);
    expect(await shop.publicStatus(session)).toMatchObject({
      auth_mode: 'redirect',
      redirect_url: body.redirect_url,
    });
    const back = await bank.decide(body.redirect_url, 'approve');
    expect((await fetch(back, { redirect: 'manual' })).status).toBe(303);
    expect(await shop.statusOf(session)).toBe('completed');
  });

  it('a lost answer is asked for: nothing is sent twice', async () => {
    const session = await open();
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    const body = { session_id: session.session_id, phone: '+233240000009', network: 'MTN' };
    await bank.order('drop-connection');
    const unanswered = await shop.call('pay-mobile-money', body, once);
    expect([unanswered.status, unanswered.body.status]).toEqual([200, 'pending']);
    expect(await shop.statusOf(session)).toBe('processing');
    const again = await shop.mobileMoney(session, '+233240000009');
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await transactionsOf(session)).toHaveLength(1);
  });

  it.each([
    [{ phone: 'call me', network: 'MTN' }, 'phone'],
    [{ phone: '12', network: 'MTN' }, 'phone'],
    [{ phone: '+233240000001', network: 'MPESA' }, 'network'],
    [{ phone: '+233240000001', network: 'O2' }, 'network'],
    [{ network: 'MTN' }, 'phone'],
  ])('refuses %p', async (fields, field) => {
    const { session_id } = await open();
    const { status, body } = await shop.call('pay-mobile-money', { session_id, ...fields });
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  it('takes M-Pesa in Kenya', async () => {
    const session = await shop.open({ currency: 'KES', amount: 900 });
    const { body } = await shop.mobileMoney(session, '+254700000001', 'mpesa');
    expect(body).toMatchObject({ network: 'MPESA', currency: 'KES' });
    await shop.becomes(session, 'completed');
  });
});

it('the simulated gateway has no card widget', async () => {
  const { session_id } = await shop.open();
  const { status, body } = await shop.call('pay-card-init', { session_id });
  expect([status, body.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

it('a dry run returns what would be requested, and calls no gateway', async () => {
  const session = await shop.open();
  const { status, body } = await platform.post(
    'checkout',
    'sessions.php?action=pay-bank-transfer',
    { session_id: session.session_id },
    { key: shop.key, headers: { 'x-dry-run': 'true' } },
  );
  expect([status, body]).toMatchObject([200, { dry_run: true, status: 'pending', amount: 2500.5 }]);
  expect(body).not.toHaveProperty('account_number');
  expect(await shop.attempts(session)).toEqual([]);
  expect(await shop.statusOf(session)).toBe('pending');
});
