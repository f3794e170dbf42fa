import { addSeconds, Money } from '@app/kernel';
import { UnappliedPayment } from './unapplied-payment.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const CHARGE = new Money(154_000_000n, 'NGN');

/** The money of an attempt that succeeded, as its row has it. */
function received(): UnappliedPayment {
  const payment = new UnappliedPayment();
  payment.id = 'id';
  payment.checkoutSessionId = 'session';
  payment.ownerId = 'owner';
  payment.mode = 'live';
  payment.gateway = 'simulator';
  payment.gatewayTransactionId = '7';
  payment.chargeMinor = payment.receivedMinor = CHARGE.minor;
  payment.chargeCurrency = payment.receivedCurrency = CHARGE.currency;
  payment.status = 'succeeded';
  payment.unappliedReason = null;
  return payment;
}

describe('UnappliedPayment', () => {
  it('is refunded once, by an event with what went back', () => {
    const payment = received();
    payment.status = 'unapplied';
    payment.unappliedReason = 'already-paid';
    payment.refunded({ providerId: 'refund-1', amount: CHARGE }, 'cs_live_x', NOW);
    expect([payment.status, payment.endedAt]).toEqual(['refunded', NOW]);
    expect(payment.getUncommittedEvents()).toMatchObject([
      { type: 'checkout.unapplied-payment-refunded', data: { refundId: 'refund-1', amount: CHARGE } },
    ]);
    const again = () =>
      payment.refunded({ providerId: 'r', amount: CHARGE }, 'cs_live_x', addSeconds(NOW, 1));
    expect(again).toThrow('cannot refund');
  });

  it('is given back by its escrow, whose own event has booked that', () => {
    const payment = received();
    payment.giveBack();
    expect([payment.status, payment.unappliedReason]).toEqual(['unapplied', 'escrow-returned']);
    expect(payment.getUncommittedEvents()).toEqual([]);
    expect(() => payment.giveBack()).toThrow('cannot give-back');
  });
});
