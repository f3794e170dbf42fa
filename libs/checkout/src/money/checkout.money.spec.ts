import { type Mode, Money } from '@app/kernel';
import {
  effect,
  ngn,
  shown,
  someExchange,
  someMoney,
  testBookings,
  usd,
} from '../../../../test/support/bookings';
import * as file from './checkout.money';
import {
  CheckoutSessionCompleted,
  PaymentUnapplied,
  UnappliedPaymentApplied,
  UnappliedPaymentRefunded,
} from './checkout.money';

const SENDER = '00000000-0000-7000-8000-000000000001';
const RECIPIENT = '00000000-0000-7000-8000-000000000002';
const TRANSACTION = '00000000-0000-7000-8000-00000000000a';

function completed(amount: Money, charged: Money, mode: Mode): CheckoutSessionCompleted {
  return new CheckoutSessionCompleted('session', 'owner', mode, {
    sessionId: 'cs_live_1',
    orderRef: 'order-1',
    description: null,
    amount,
    charged,
    gateway: 'card',
    gatewayTransactionId: '78',
    accountId: mode === 'live' ? RECIPIENT : null,
    customerEmail: null,
    fee: Money.zero(amount.currency),
    payer: null,
    paidByEmail: null,
    customerName: null,
    isPublic: false,
    variantB: null,
    escrow: false,
    metadata: {},
    paidAt: '2026-11-21T00:00:00.000Z',
  });
}

function unappliedRefund(amount: Money, mode: Mode): UnappliedPaymentRefunded {
  return new UnappliedPaymentRefunded('session', 'owner', mode, {
    sessionId: 'cs_live_1',
    gateway: 'card',
    gatewayTransactionId: '7',
    refundId: '8',
    amount,
    reason: 'already-paid',
  });
}

function applied(amount: Money, credited: Money, mode: Mode): UnappliedPaymentApplied {
  return new UnappliedPaymentApplied('session', 'owner', mode, {
    sessionId: 'cs_live_1',
    gateway: 'card',
    gatewayTransactionId: '7',
    amount,
    accountId: RECIPIENT,
    credited,
  });
}

function unapplied(amount: Money, mode: Mode): PaymentUnapplied {
  return new PaymentUnapplied('session', 'owner', mode, {
    sessionId: 'cs_live_1',
    appId: null,
    attemptId: TRANSACTION,
    method: 'card',
    gateway: 'simulator',
    gatewayTransactionId: '79',
    amount,
    reason: 'expired',
  });
}

describe('The booking of a checkout', () => {
  testBookings(file, {
    CheckoutSessionCompleted: someExchange.map(([amount, charged]) => completed(amount, charged, 'live')),
    PaymentUnapplied: someMoney.map((amount) => unapplied(amount, 'live')),
    UnappliedPaymentRefunded: someMoney.map((amount) => unappliedRefund(amount, 'live')),
    UnappliedPaymentApplied: someExchange.map(([amount, credited]) => applied(amount, credited, 'live')),
  });

  /** The service buys the buyer's currency and credits the equivalent in another. */
  const soldFor1000Usd = { 'fx-pool NGN': 1_600_000n, 'fx-pool USD': -1000n, [RECIPIENT]: 1000n };

  it('a checkout credits the face amount, whatever the card was charged', () => {
    const event = completed(usd(1000n), ngn(1_600_000n), 'live');
    const booking = event.booking();
    expect(effect(event)).toEqual({
      'card-gateway-clearing NGN': -1_600_000n,
      ...soldFor1000Usd,
    });
    expect(booking?.once).toBe('checkout cs_live_1');
  });

  it("a checkout out of a wallet debits the buyer, and each side is the other's counterparty", () => {
    const event = completed(usd(1000n), ngn(1_600_000n), 'live');
    Object.assign(event.data, { payer: { ownerId: 'buyer', accountId: SENDER } });
    const booking = event.booking()!;
    expect(effect(event)).toEqual({
      [SENDER]: -1_600_000n,
      ...soldFor1000Usd,
    });
    expect(booking.legs.filter(({ counterpartyId }) => counterpartyId)).toMatchObject([
      { accountId: SENDER, counterpartyId: 'owner' },
      { accountId: RECIPIENT, counterpartyId: 'buyer' },
    ]);
  });

  it('a checkout held in escrow locks the face amount and books the fee as unearned', () => {
    const event = completed(ngn(10_000n), ngn(10_150n), 'live');
    Object.assign(event.data, { escrow: true, fee: ngn(150n) });
    const booking = event.booking()!;
    expect(effect(event)).toEqual({
      'card-gateway-clearing NGN': -10_150n,
      [RECIPIENT]: 10_000n,
      'escrow-fees-held NGN': 150n,
    });
    expect(booking).toMatchObject({ type: 'escrow_lock', amount: ngn(10_000n), fee: ngn(150n) });
  });

  it('money that matches no session is booked as unapplied', () => {
    const event = unapplied(ngn(700n), 'live');
    const booking = event.booking();
    expect(effect(event)).toEqual({ 'card-gateway-clearing NGN': -700n, 'unapplied NGN': 700n });
    expect(booking?.once).toBe('unapplied simulator 79');
  });

  it('a refund returns unapplied money to its gateway', () => {
    const event = unappliedRefund(ngn(700n), 'live');
    const booking = event.booking();
    expect(effect(event)).toEqual({ 'unapplied NGN': -700n, 'card-gateway-clearing NGN': 700n });
    expect(booking?.once).toBe('unapplied-refund card 7');
  });

  it('applying credits unapplied money, converted where the merchant is paid in another currency', () => {
    const event = applied(ngn(1_600_000n), usd(1000n), 'live');
    const booking = event.booking();
    expect(effect(event)).toEqual({
      'unapplied NGN': -1_600_000n,
      ...soldFor1000Usd,
    });
    expect(booking).toMatchObject({ amount: usd(1000n), fee: usd(0n), once: 'unapplied-credit card 7' });
  });

  it('an external wallet owes what it collected, and the card company does not', () => {
    const event = completed(ngn(900n), ngn(900n), 'live');
    Object.assign(event.data, { gateway: 'extwallet' });
    expect(effect(event)).toEqual({ 'extwallet-clearing NGN': -900n, [RECIPIENT]: 900n });
  });

  describe('the line in a history', () => {
    const session = { type: 'checkout_session', id: 'cs_live_1' };

    it('shows the payment of an invoice by its number', () => {
      const paid = completed(ngn(5n), ngn(5n), 'live');
      const label = { reference: 'INV-2026-000001', related: { type: 'invoice', id: TRANSACTION } };
      const booked = { ...shown(paid), ...label, type: 'invoice' };
      expect(
        shown(Object.assign(paid, { data: { ...paid.data, bookedAs: { type: 'invoice', ...label } } })),
      ).toEqual(booked);
      const late = applied(ngn(5n), ngn(5n), 'live');
      Object.assign(late, { data: { ...late.data, settles: label } });
      expect(shown(late)).toMatchObject({ type: 'unapplied_credit', ...label });
    });

    it('shows a checkout by the reference and description of the merchant, else by the session', () => {
      const event = completed(ngn(1n), ngn(1n), 'live');
      const shared = { type: 'checkout', related: session, once: 'checkout cs_live_1' };
      expect(shown(event)).toEqual({ ...shared, reference: 'order-1' });
      Object.assign(event.data, { orderRef: null, description: 'Books' });
      expect(shown(event)).toEqual({ ...shared, reference: 'cs_live_1', description: 'Books' });
    });

    it('shows unapplied money by its session', () => {
      const event = unapplied(ngn(1n), 'live');
      const once = 'unapplied simulator 79';
      expect(shown(event)).toEqual({
        type: 'unapplied',
        reference: 'cs_live_1',
        related: session,
        once,
      });
    });

    it('shows unapplied money that was returned or credited by its session', () => {
      const shared = { reference: 'cs_live_1', related: session };
      expect(shown(unappliedRefund(ngn(1n), 'live'))).toEqual({
        ...shared,
        type: 'unapplied_refund',
        once: 'unapplied-refund card 7',
      });
      expect(shown(applied(ngn(1n), ngn(1n), 'live'))).toEqual({
        ...shared,
        type: 'unapplied_credit',
        once: 'unapplied-credit card 7',
      });
    });
  });

  it('books nothing of a session in test mode, nor of one without an account', () => {
    const [inTest, withoutAccount] = [
      completed(ngn(1n), ngn(1n), 'test'),
      completed(ngn(1n), ngn(1n), 'live'),
    ];
    Object.assign(inTest.data, { accountId: RECIPIENT });
    Object.assign(withoutAccount.data, { accountId: null });
    expect([inTest.booking(), withoutAccount.booking()]).toEqual([null, null]);
  });

  it('test mode books nothing', () => {
    expect(completed(ngn(1n), ngn(1n), 'test').booking()).toBeNull();
    expect(unapplied(ngn(1n), 'test').booking()).toBeNull();
    expect(unappliedRefund(ngn(1n), 'test').booking()).toBeNull();
    expect(applied(ngn(1n), ngn(1n), 'test').booking()).toBeNull();
  });
});
