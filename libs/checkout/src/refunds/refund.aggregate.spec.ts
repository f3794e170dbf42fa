import { addSeconds, Money } from '@app/kernel';
import { Refund } from './refund.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const ENDS = addSeconds(NOW, 24 * 3600);
const CHARGE = new Money(154_000_000n, 'NGN');

/** The money of an attempt that succeeded, as its row has it. */
function received(): Refund {
  const refund = new Refund();
  refund.id = 'id';
  refund.checkoutSessionId = 'session';
  refund.ownerId = 'owner';
  refund.mode = 'live';
  refund.gateway = 'simulator';
  refund.gatewayTransactionId = '7';
  refund.chargeMinor = refund.receivedMinor = CHARGE.minor;
  refund.chargeCurrency = refund.receivedCurrency = CHARGE.currency;
  refund.status = 'succeeded';
  refund.unappliedReason = refund.refundMinor = refund.refundAt = refund.refundId = refund.failure = null;
  refund.unconfirmedRefunds = refund.questions = 0;
  return refund;
}

/** The same, set aside because its session was paid already. */
function setAside(): Refund {
  const refund = received();
  refund.status = 'unapplied';
  refund.unappliedReason = 'already-paid';
  refund.refundAt = NOW;
  return refund;
}

describe('money that goes back', () => {
  it('is sent by its claimer, and claimed again only after a while', () => {
    const twice = setAside();
    const claims = [NOW, NOW, addSeconds(NOW, 300)].map((at) => twice.claimRefund(at));
    expect(claims).toEqual(['send', 'none', 'send']);
    twice.refunded('refund-1', 'cs_live_x', NOW);
    expect([twice.status, twice.refundAt]).toEqual(['refunded', null]);
    expect(twice.getUncommittedEvents()).toMatchObject([
      { type: 'checkout.unapplied-payment-refunded', data: { refundId: 'refund-1', amount: CHARGE } },
    ]);
    expect(twice.claimRefund(ENDS)).toBe('none');
  });

  it('stays with the staff after a refused refund', () => {
    const twice = setAside();
    twice.refundRefused('Too old');
    expect([twice.status, twice.refundAt, twice.failure]).toEqual(['unapplied', null, 'Too old']);
  });

  it('may have gone after a refused refund only where an earlier request was never answered', () => {
    const twice = setAside();
    for (let tries = 0; tries < 3; tries++) {
      twice.claimRefund(ENDS);
      twice.refundRefused('Too old');
      expect([twice.mayHaveGone, twice.failure]).toEqual([false, 'Too old']);
      twice.requestRefund(NOW);
    }
    expect([twice.claimRefund(NOW), twice.claimRefund(addSeconds(NOW, 300))]).toEqual(['send', 'send']);
    twice.refundRefused('Too old');
    expect([twice.mayHaveGone, twice.failure]).toEqual([true, expect.stringContaining('went unanswered')]);
  });

  it('is queried by name while its refund is pending, and never sent again', () => {
    const paid = received();
    paid.giveBack(new Money(CHARGE.minor / 2n, CHARGE.currency), NOW);
    paid.claimRefund(NOW);
    paid.refundPending('refund-1', NOW);
    expect([paid.refundAt, paid.claimRefund(NOW)]).toEqual([addSeconds(NOW, 60), 'none']);
    expect(paid.claimRefund(addSeconds(NOW, 60))).toBe('ask');
    expect([paid.refundId, paid.status]).toEqual(['refund-1', 'unapplied']);
    paid.refundRefused('Failed after all');
    expect([paid.refundId, paid.mayHaveGone, paid.refundAt]).toEqual([null, false, null]);
  });

  it('is settled whenever it is not being sent, and not after it has gone', () => {
    const paid = setAside();
    paid.claimRefund(NOW);
    expect(() => paid.settleRefund('r', 'cs_live_x', NOW)).toThrow('wait for its answer');
    paid.settleRefund('r', 'cs_live_x', addSeconds(NOW, 300));
    expect([paid.status, paid.refundId, paid.refundAt]).toEqual(['refunded', 'r', null]);
    expect(() => paid.settleRefund('r', 'cs_live_x', ENDS)).toThrow('cannot refund');
  });

  it('is sent in part where its escrow gives a part back, and no more', () => {
    const paid = received();
    const part = new Money(CHARGE.minor - 1n, CHARGE.currency);
    paid.giveBack(part, NOW);
    expect([paid.status, paid.unappliedReason, paid.received]).toEqual([
      ...['unapplied', 'escrow-returned', CHARGE],
    ]);
    // Its escrow's own event has booked it.
    expect(paid.getUncommittedEvents()).toEqual([]);
    expect([paid.claimRefund(NOW), paid.refundable]).toEqual(['send', part]);
    paid.refunded('refund-1', 'cs_live_x', NOW);
    expect(paid.getUncommittedEvents()).toMatchObject([
      {
        type: 'checkout.unapplied-payment-refunded',
        data: { amount: part, reason: 'escrow-returned' },
      },
    ]);
    expect(() => setAside().giveBack(part, NOW)).toThrow('cannot give-back');
  });

  it('is not requested a second time for a small part, unless staff say so', () => {
    const paid = received();
    paid.giveBack(new Money(CHARGE.minor / 2n, CHARGE.currency), NOW);
    const claims = [NOW, addSeconds(NOW, 300), ENDS].map((at) => paid.claimRefund(at));
    expect(claims).toEqual(['send', 'stopped', 'none']);
    expect([paid.status, paid.refundAt, paid.failure]).toEqual([
      ...['unapplied', null, expect.stringContaining('ask the company')],
    ]);
    paid.requestRefund(ENDS);
    expect([paid.claimRefund(ENDS), paid.failure]).toEqual(['send', null]);
  });
});
