import { addSeconds, Money } from '@app/kernel';
import type { PaymentMethod } from '../methods/payment-methods.policy';
import { CheckoutAttempt } from './checkout-attempt.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const ENDS = addSeconds(NOW, 24 * 3600);
const CHARGE = new Money(154_000_000n, 'NGN');
const PAYMENT = { gatewayTransactionId: '7', gwRef: 'gw-7', amount: CHARGE };

function attempt(method: PaymentMethod = 'card'): CheckoutAttempt {
  const given = { id: 'id', checkoutSessionId: 'session', ownerId: 'owner', mode: 'live' } as const;
  return CheckoutAttempt.start(
    { ...given, reference: 'cs_x', requestKey: null, gateway: 'simulator' },
    { charge: CHARGE, rate: null },
    NOW,
    { method, expiresAt: null },
  );
}

function waiting(authMode: 'pin' | 'otp' | 'redirect' | null): CheckoutAttempt {
  const started = attempt();
  started.waitFor(
    { gwRef: 'gw', authMode, redirectUrl: authMode === 'redirect' ? 'https://bank.example' : undefined },
    NOW,
  );
  return started;
}

describe('a payment attempt', () => {
  it('is asked after once nobody can still be waiting for its answer', () => {
    expect(attempt().askAt).toEqual(addSeconds(NOW, 90));
  });

  it('is asked about once more when its session ends', () => {
    const open = waiting('redirect');
    const late = addSeconds(NOW, 600);
    open.askLater(late, addSeconds(late, 300));
    expect(open.askAt).toEqual(addSeconds(late, 300));
    open.askLater(late, ENDS);
    expect(open.askAt).toEqual(addSeconds(late, 600));
  });

  it.each([
    ['card', false],
    ['mobile_money', false],
    ['bank_transfer', true],
    ['ussd', true],
    ['extwallet', true],
  ] as const)('by %s that the gateway does not know was never made at once: %s', (method, atOnce) => {
    const unknown = attempt(method);
    expect([unknown.isNotFound(NOW), unknown.isNotFound(addSeconds(NOW, 1800))]).toEqual([atOnce, true]);
    unknown.waitFor({ gwRef: 'gw', authMode: null }, NOW);
    expect(unknown.isNotFound(ENDS)).toBe(false);
  });

  it('takes five codes, one at a time', () => {
    const otp = waiting('otp');
    for (const left of [4, 3, 2, 1, 0]) {
      otp.submitCode(NOW);
      expect(otp.charge.triesLeft).toBe(left);
      expect(() => otp.submitCode(NOW)).toThrow('under way');
      otp.refuseCode(NOW);
    }
    expect([otp.status, otp.endedAt]).toEqual(['failed', NOW]);
  });

  it.each(['redirect', null] as const)('that waits for %s takes no code', (authMode) => {
    expect(() => waiting(authMode).submitCode(NOW)).toThrow('does not wait for a PIN or one-time password');
  });

  it('that has ended takes no code', () => {
    const failed = waiting('otp');
    failed.fail('Declined', NOW);
    expect(() => failed.submitCode(NOW)).toThrow('does not wait');
    expect([failed.failure, failed.askAt, failed.authMode, failed.isInFlight]).toEqual([
      'Declined',
      null,
      null,
      false,
    ]);
  });

  it('that succeeds keeps what arrived', () => {
    const paid = attempt();
    paid.succeed(PAYMENT, NOW);
    expect([paid.gatewayTransactionId, paid.gwRef, paid.received, paid.endedAt]).toEqual([
      '7',
      'gw-7',
      CHARGE,
      NOW,
    ]);
    expect([paid.isSettled, paid.askAt]).toEqual([true, null]);
  });

  it.each([
    ['already-paid', NOW],
    ['expired', null],
    ['amount-mismatch', null],
  ] as const)('whose money is set aside as %s is refunded by itself at %s', (reason, refundAt) => {
    const aside = waiting('redirect');
    aside.setAside(PAYMENT, reason, 'cs_live_x', NOW);
    expect([aside.status, aside.unappliedReason, aside.refundAt]).toEqual(['unapplied', reason, refundAt]);
    expect(aside.pullEvents()).toMatchObject([
      { type: 'checkout.payment-unapplied', data: { reason, amount: CHARGE } },
    ]);
  });

  it('is refunded by whoever claims it, and claimed again only after a while', () => {
    const twice = attempt();
    twice.setAside(PAYMENT, 'already-paid', 'cs_live_x', NOW);
    twice.pullEvents();
    expect([twice.claimRefund(NOW), twice.claimRefund(NOW), twice.claimRefund(addSeconds(NOW, 300))]).toEqual(
      [true, false, true],
    );
    twice.refunded('refund-1', 'cs_live_x', NOW);
    expect([twice.status, twice.refundAt]).toEqual(['refunded', null]);
    expect(twice.pullEvents()).toMatchObject([
      { type: 'checkout.unapplied-payment-refunded', data: { refundId: 'refund-1', amount: CHARGE } },
    ]);
    expect(twice.claimRefund(ENDS)).toBe(false);
  });

  it('whose refund is refused stays with the staff', () => {
    const twice = attempt();
    twice.setAside(PAYMENT, 'already-paid', 'cs_live_x', NOW);
    twice.refundRefused('Too old');
    expect([twice.status, twice.refundAt, twice.failure]).toEqual(['unapplied', null, 'Too old']);
  });

  it('whose refund is refused may have gone only where an earlier request was never answered', () => {
    const twice = attempt();
    twice.setAside(PAYMENT, 'already-paid', 'cs_live_x', NOW);
    for (let tries = 0; tries < 3; tries++) {
      twice.claimRefund(ENDS);
      twice.refundRefused('Too old');
      expect([twice.mayHaveGone, twice.failure]).toEqual([false, 'Too old']);
      twice.requestRefund(NOW);
    }
    expect([twice.claimRefund(NOW), twice.claimRefund(addSeconds(NOW, 300))]).toEqual([true, true]);
    twice.refundRefused('Too old');
    expect([twice.mayHaveGone, twice.failure]).toEqual([true, expect.stringContaining('went unanswered')]);
  });

  it('whose refund is pending is asked about less and less often, and never sent again', () => {
    const paid = attempt();
    paid.succeed(PAYMENT, NOW);
    paid.giveBack(new Money(CHARGE.minor / 2n, CHARGE.currency), NOW);
    paid.claimRefund(NOW);
    let asked = NOW;
    const pauses = Array.from({ length: 11 }, () => {
      paid.refundPending('refund-1', asked);
      const pause = (paid.refundAt!.getTime() - asked.getTime()) / 1000;
      asked = paid.refundAt!;
      expect([paid.claimRefund(addSeconds(asked, -1)), paid.claimRefund(asked)]).toEqual([false, true]);
      return pause;
    });
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600]);
    expect([paid.refundId, paid.status]).toEqual(['refund-1', 'unapplied']);
    paid.refundRefused('Failed after all');
    expect([paid.refundId, paid.mayHaveGone, paid.refundAt]).toEqual([null, false, null]);
  });

  it('is settled whenever nobody is sending it, and no more once it has gone', () => {
    const paid = attempt();
    paid.setAside(PAYMENT, 'already-paid', 'cs_live_x', NOW);
    paid.claimRefund(NOW);
    expect(() => paid.settleRefund('r', 'cs_live_x', NOW)).toThrow('wait for its answer');
    paid.settleRefund('r', 'cs_live_x', addSeconds(NOW, 300));
    expect([paid.status, paid.refundId, paid.refundAt]).toEqual(['refunded', 'r', null]);
    expect(() => paid.settleRefund('r', 'cs_live_x', ENDS)).toThrow('cannot refund');
  });

  it('whose escrow gives a part of it back sends that part, and no more', () => {
    const paid = attempt();
    paid.succeed(PAYMENT, NOW);
    const part = new Money(CHARGE.minor - 1n, CHARGE.currency);
    paid.giveBack(part, NOW);
    expect([paid.status, paid.unappliedReason, paid.received]).toEqual([
      ...['unapplied', 'escrow-returned', CHARGE],
    ]);
    // Its escrow's own event has booked it.
    expect(paid.pullEvents()).toEqual([]);
    expect([paid.claimRefund(NOW), paid.refundable]).toEqual([true, part]);
    paid.refunded('refund-1', 'cs_live_x', NOW);
    expect(paid.pullEvents()).toMatchObject([
      {
        type: 'checkout.unapplied-payment-refunded',
        data: { amount: part, reason: 'escrow-returned' },
      },
    ]);
    expect(() => attempt().giveBack(part, NOW)).toThrow('cannot give-back');
  });

  it('that is to give a small part back is not asked for it twice, unless staff say so', () => {
    const paid = attempt();
    paid.succeed(PAYMENT, NOW);
    paid.giveBack(new Money(CHARGE.minor / 2n, CHARGE.currency), NOW);
    const later = addSeconds(NOW, 300);
    expect([paid.claimRefund(NOW), paid.claimRefund(later), paid.claimRefund(ENDS)]).toEqual([
      ...[true, false, false],
    ]);
    expect([paid.status, paid.refundAt, paid.failure]).toEqual([
      ...['unapplied', null, expect.stringContaining('ask the company')],
    ]);
    paid.requestRefund(ENDS);
    expect([paid.claimRefund(ENDS), paid.failure]).toEqual([true, null]);
  });
});
