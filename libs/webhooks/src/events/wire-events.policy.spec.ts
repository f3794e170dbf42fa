import type { StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { testPing } from './public/ping.events';
import { wireEventsOf } from './wire-events.policy';

const OWNER = '01a1fbd0-0000-7000-8000-000000000001';
const RECIPIENT = '01a1fbd0-0000-7000-8000-000000000002';
const NGN = (minor: string) => ({ minor, currency: 'NGN' });
/** Answers the only query of the builders: the balance after a journal. */
const tx = {
  query: (_: string, values: string[]) =>
    Promise.resolve({ rows: values[0] === 'journal-1' ? [{ balance: '123456789012345' }] : [] }),
} as unknown as PoolClient;

const stored = (type: string, data: object, mode: 'live' | 'test' = 'live'): StoredEvent => ({
  id: 'event-1',
  type,
  aggregateType: 'x',
  aggregateId: 'x',
  ownerId: OWNER,
  mode,
  data,
  correlationId: 'c',
  createdAt: new Date('2026-11-21T10:00:00.000Z'),
});
const session = {
  sessionId: 'cs_live_1',
  orderRef: 'A-1',
  amount: NGN('250050'),
  gateway: 'simulator',
  paymentMethod: 'card',
  escrow: false,
  customerEmail: 'buyer@example.com',
  isTest: false,
  metadata: { cart: [1, { deep: null }] },
};
const payment = {
  session_id: 'cs_live_1',
  order_ref: 'A-1',
  amount: 2500.5,
  currency: 'NGN',
  gateway: 'simulator',
  payment_method: 'card',
  customer_email: 'buyer@example.com',
  escrow: false,
  is_test: false,
  metadata: { cart: [1, { deep: null }] },
};

describe('the events that receivers get', () => {
  it('payment.success carries the session’s own amount, currency and reference', async () => {
    const event = stored('checkout.session-completed', { ...session, paidAt: '2026-11-21T10:00:00.000Z' });
    expect(await wireEventsOf(event, tx)).toEqual([
      {
        event: 'payment.success',
        receiverId: OWNER,
        data: { ...payment, status: 'success', paid_at: '2026-11-21T10:00:00.000Z' },
      },
    ]);
  });

  it('payment.success by wallet names the payer', async () => {
    const data = { ...session, gateway: 'wallet', paidAt: 'then', paidByEmail: 'payer@example.com' };
    const [event] = await wireEventsOf(stored('checkout.session-completed', data), tx);
    expect(event!.data).toMatchObject({ gateway: 'wallet', paid_by_email: 'payer@example.com' });
  });

  it.each([
    ['wallet', 'wallet'],
    ['extwallet', 'extwallet'],
    ['simulator', 'card'],
  ])('payment.success of an earlier version by %s names the method %s', async (gateway, method) => {
    const data = { ...session, gateway, paymentMethod: undefined, paidAt: 'then' };
    const [event] = await wireEventsOf(stored('checkout.session-completed', data), tx);
    expect(event!.data).toMatchObject({ gateway, payment_method: method });
  });

  it('payment.success of a session without reference, customer or metadata carries null, null and {}', async () => {
    const data = {
      ...session,
      orderRef: undefined,
      customerEmail: undefined,
      metadata: undefined,
      paidAt: 'then',
    };
    const [event] = await wireEventsOf(stored('checkout.session-completed', data, 'test'), tx);
    expect(event!.data).toMatchObject({ order_ref: null, customer_email: null, metadata: {}, is_test: true });
    expect(event!.data).not.toHaveProperty('paid_by_email');
  });

  it('payment.success of a session that a public key made carries is_public', async () => {
    const [event] = await wireEventsOf(
      stored('checkout.session-completed', { ...session, paidAt: 'then', isPublic: true, variantB: null }),
      tx,
    );
    expect(event!.data).toMatchObject({ is_public: true });
  });

  it('payment.success and checkout.completed report a session of Variant B, in its units', async () => {
    const data = {
      ...session,
      paidAt: '2026-11-21T10:00:00.000Z',
      customerName: null,
      variantB: { number: 4821093, sessionToken: 'token' },
    };
    const events = await wireEventsOf(stored('checkout.session-completed', data), tx);
    expect(events.map(({ event }) => event)).toEqual(['payment.success', 'checkout.completed']);
    expect(JSON.stringify(events[0])).not.toContain('token');
    expect(events[1]).toEqual({
      event: 'checkout.completed',
      receiverId: OWNER,
      data: {
        session: {
          id: 4821093,
          session_token: 'token',
          amount: 250050,
          currency_code: 'NGN',
          customer_email: 'buyer@example.com',
          customer_name: null,
          status: 'completed',
          paid_at: '2026-11-21T10:00:00.000Z',
          metadata: session.metadata,
        },
      },
    });
  });

  it('a sample carries the requested event to the requesting app', async () => {
    const data = { appId: 'app-1', event: 'payment.failed', sample: { is_sample: true } };
    expect(await wireEventsOf(stored('webhooks.sample-triggered', data, 'test'), tx)).toEqual([
      { event: 'payment.failed', receiverId: OWNER, appId: 'app-1', data: { is_sample: true } },
    ]);
  });

  it('payment.failed carries the reason of the gateway, and no time of payment', async () => {
    const event = stored('checkout.payment-failed', { ...session, gatewayStatus: 'declined' });
    expect(await wireEventsOf(event, tx)).toEqual([
      {
        event: 'payment.failed',
        receiverId: OWNER,
        data: { ...payment, status: 'failed', gateway_status: 'declined' },
      },
    ]);
  });

  it('deposit.confirmed carries the balance right after the deposit', async () => {
    const data = {
      transactionId: 'journal-1',
      txRef: 'dep-1',
      amount: NGN('100000'),
      gateway: 'card',
      walletId: 'wallet-1',
      accountId: 'account-1',
      journalId: 'journal-1',
    };
    expect(await wireEventsOf(stored('deposit.confirmed', data), tx)).toEqual([
      {
        event: 'deposit.confirmed',
        receiverId: OWNER,
        data: {
          transaction_id: 'journal-1',
          tx_ref: 'dep-1',
          amount: 1000,
          currency: 'NGN',
          gateway: 'card',
          wallet_id: 'wallet-1',
          new_balance: 1234567890123.45,
        },
      },
    ]);
  });

  it('transfer.received goes to the recipient, in both currencies', async () => {
    const data = {
      transactionId: 'journal-2',
      sent: { minor: '1000', currency: 'USD' },
      received: NGN('1540025'),
      sender: { ownerId: OWNER, accountId: 'a', usertag: 'ada' },
      recipient: { ownerId: RECIPIENT, accountId: 'b', usertag: 'bola' },
    };
    expect(await wireEventsOf(stored('wallet.funds-transferred', data), tx)).toEqual([
      {
        event: 'transfer.received',
        receiverId: RECIPIENT,
        data: {
          transaction_id: 'journal-2',
          amount: 15400.25,
          currency: 'NGN',
          sent_amount: 10,
          sent_currency: 'USD',
          from: 'ada',
        },
      },
    ]);
  });

  describe('events of an escrow', () => {
    const terms = {
      uuid: 'escrow-1',
      amount: NGN('100000'),
      fee: NGN('1500'),
      initiatorId: OWNER,
      initiator: 'ada',
      beneficiaryId: RECIPIENT,
      beneficiary: 'ben',
      checkoutSessionId: null,
      isTest: false,
    };
    const received = {
      uuid: 'escrow-1',
      amount: 1000,
      fee: 15,
      currency: 'NGN',
      initiator: 'ada',
      beneficiary: 'ben',
      checkout_session_id: null,
      is_test: false,
    };
    const settlement = {
      beneficiary: { accountId: 'a', amount: NGN('40000') },
      initiator: { amount: NGN('60000'), returned: NGN('60000'), way: { through: 'gateway' } },
    };
    const dispute = {
      disputeId: 'dispute-1',
      raisedBy: 'initiator',
      reason: 'It never came',
      evidence: null,
    };

    it.each([
      ['escrow.funded', {}, { status: 'funded' }],
      ['escrow.released', {}, { status: 'released' }],
      [
        'escrow.disputed',
        { ...dispute, resolveBy: '2026-11-23T10:00:00.000Z' },
        {
          status: 'disputed',
          dispute: {
            dispute_uuid: 'dispute-1',
            status: 'open',
            raised_by: 'initiator',
            reason: 'It never came',
            evidence: null,
            resolve_by: '2026-11-23T10:00:00.000Z',
          },
        },
      ],
      [
        'escrow.resolved',
        { status: 'resolved_split', resolution: 'split', settlement },
        { status: 'resolved_split', resolution: 'split', beneficiary_amount: 400, initiator_amount: 600 },
      ],
    ])('%s goes to both parties, in the same words', async (event, more, data) => {
      const both = await wireEventsOf(stored(event, { ...terms, ...more }), tx);
      expect(both).toEqual(
        [RECIPIENT, OWNER].map((receiverId) => ({ event, receiverId, data: { ...received, ...data } })),
      );
    });

    it('go to the merchant alone, with the buyer’s address, if the buyer has no account', async () => {
      const guest = { ...terms, initiatorId: null, initiator: 'ada@example.com' };
      expect(await wireEventsOf(stored('escrow.released', guest), tx)).toMatchObject([
        { receiverId: RECIPIENT, data: { initiator: 'ada@example.com' } },
      ]);
    });

    it.each(['escrow.cancelled', 'escrow.overdue', 'escrow.dispute-answered', 'escrow.dispute-late'])(
      '%s is no public event and is not sent',
      async (type) => expect(await wireEventsOf(stored(type, terms), tx)).toEqual([]),
    );
  });

  it('test.ping carries the endpoint and its app', () => {
    expect(testPing('endpoint-1', 'app-1')).toEqual({
      webhook_id: 'endpoint-1',
      app_id: 'app-1',
      message: expect.any(String),
    });
  });

  it.each(['account.password-changed', 'constructor', '__proto__'])('%s is not sent', async (type) => {
    expect(await wireEventsOf(stored(type, {}), tx)).toEqual([]);
  });
});
