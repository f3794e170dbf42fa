import {
  GatewayOutcomeUnknown,
  GatewayRejected,
  type GatewayTransaction,
  type PaymentGateway,
  PaymentGateways,
} from '@app/charges';
import { Money } from '@app/kernel';
import { CardInquiry } from './card-inquiry.service';
import { CheckoutAttempt } from '../../attempts/checkout-attempt.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const TRANSACTION: GatewayTransaction = {
  ...{ id: '7', txRef: 'cs_x', gwRef: 'gw-7', status: 'successful', amountMinor: 100n, currency: 'NGN' },
  ...{ chargedAmountMinor: 100n, processorResponse: 'Approved' },
};

function asked(answer: GatewayTransaction | null | Error): CardInquiry {
  const transactionByRef = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  return new CardInquiry(
    new PaymentGateways({
      live: { name: 'simulator', publicKey: null, gateway: { transactionByRef } as never as PaymentGateway },
    }),
  );
}

function attempt(status: 'calling' | 'waiting', questions = 0): CheckoutAttempt {
  const given = { id: 'id', checkoutSessionId: 'session', ownerId: 'owner', mode: 'live' } as const;
  const started = CheckoutAttempt.start(
    { ...given, reference: 'cs_x', requestKey: null, gateway: 'simulator' },
    { charge: new Money(100n, 'NGN'), rate: null },
    NOW,
  );
  if (status === 'waiting') started.waitFor({ gwRef: 'gw', authMode: 'otp' }, NOW);
  return Object.assign(started, { questions });
}

describe('asking the gateway about an attempt', () => {
  it('takes the amount the card was debited, not the one asked for', async () => {
    const outcome = await asked({ ...TRANSACTION, chargedAmountMinor: 99n }).about(attempt('calling'));
    expect(outcome).toEqual({
      kind: 'paid',
      payment: { gatewayTransactionId: '7', gwRef: 'gw-7', amount: new Money(99n, 'NGN') },
    });
  });

  it('takes a paid one as paid also where the buyer is not waited for any longer', async () => {
    expect(await asked(TRANSACTION).about(attempt('waiting'), true)).toMatchObject({ kind: 'paid' });
  });

  it.each([
    ['pending', 'waiting', true, 'abandoned'],
    ['failed', 'waiting', true, 'abandoned'],
    ['pending', 'waiting', false, 'open'],
    ['pending', 'calling', true, 'open'],
    ['failed', 'calling', true, 'failed'],
    ['failed', 'waiting', false, 'failed'],
  ] as const)(
    'a %s transaction of a %s attempt (given up: %s) is %s',
    async (status, state, givesUp, kind) => {
      expect(await asked({ ...TRANSACTION, status }).about(attempt(state), givesUp)).toMatchObject({ kind });
    },
  );

  it('an unknown reference is none before the gateway has had time, and never one that waits for its PIN', async () => {
    const inquiry = asked(null);
    expect(await inquiry.about(attempt('calling', 2))).toEqual({ kind: 'open' });
    expect(await inquiry.about(attempt('calling', 3))).toMatchObject({
      kind: 'failed',
      gatewayStatus: 'not_found',
    });
    expect(await inquiry.about(attempt('waiting', 9))).toEqual({ kind: 'open' });
    expect(await inquiry.about(attempt('waiting', 9), true)).toEqual({ kind: 'abandoned' });
  });

  it.each([new GatewayOutcomeUnknown('503'), new GatewayRejected('no')])(
    '%s leaves everything open',
    async (silence) => {
      expect(await asked(silence).about(attempt('waiting'), true)).toEqual({ kind: 'open' });
      expect(await asked(silence).atOnce(attempt('calling'))).toEqual({ kind: 'unknown' });
    },
  );

  it('does not swallow a bug', async () => {
    await expect(asked(new TypeError('bug')).about(attempt('calling'))).rejects.toThrow('bug');
  });

  it('right after sending takes a success or a failure only from the books of the gateway', async () => {
    const atOnce = (status: GatewayTransaction['status']) =>
      asked({ ...TRANSACTION, status }).atOnce(attempt('calling'));
    expect(await atOnce('successful')).toMatchObject({ kind: 'paid' });
    expect(await atOnce('failed')).toMatchObject({ kind: 'failed', gatewayStatus: 'declined' });
    expect(await atOnce('pending')).toEqual({ kind: 'unknown' });
    expect(await asked(null).atOnce(attempt('calling'))).toEqual({ kind: 'unknown' });
  });

  it('refuses money of a currency nobody keeps books in', async () => {
    await expect(asked({ ...TRANSACTION, currency: 'XAU' }).about(attempt('calling'))).rejects.toThrow('XAU');
  });

  it('names the mode an app does not serve', async () => {
    const inquiry = new CardInquiry(new PaymentGateways({}));
    await expect(inquiry.about(attempt('calling'))).rejects.toThrow('no live card payments');
  });
});
