import { addSeconds, Money } from '@app/kernel';
import type { PaymentMethod } from '../common/payment-methods.policy';
import { CheckoutAttempt } from './checkout-attempt.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const ENDS = addSeconds(NOW, 24 * 3600);
const CHARGE = new Money(154_000_000n, 'NGN');
const PAYMENT = { gatewayTransactionId: '7', gwRef: 'gw-7', amount: CHARGE };

function attempt(method: PaymentMethod = 'card'): CheckoutAttempt {
  const session = { id: 'session', ownerId: 'owner', mode: 'live' } as const;
  const price = { charge: CHARGE, rate: null };
  return new CheckoutAttempt({
    id: 'id',
    session,
    reference: 'cs_x',
    requestKey: null,
    gateway: 'simulator',
    price,
    now: NOW,
    method,
  });
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
  it('is inquired about when its answer can no longer arrive', () => {
    expect(attempt().askAt).toEqual(addSeconds(NOW, 90));
  });

  it('is inquired about again when its session ends', () => {
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
  ] as const)(
    'a %s payment that the gateway does not know counts as never made at once: %s',
    (method, atOnce) => {
      const unknown = attempt(method);
      expect([unknown.isNotFound(NOW), unknown.isNotFound(addSeconds(NOW, 1800))]).toEqual([atOnce, true]);
      unknown.waitFor({ gwRef: 'gw', authMode: null }, NOW);
      expect(unknown.isNotFound(ENDS)).toBe(false);
    },
  );

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

  it.each(['redirect', null] as const)('takes no code while it waits for %s', (authMode) => {
    expect(() => waiting(authMode).submitCode(NOW)).toThrow('does not wait for a PIN or one-time password');
  });

  it('takes no code after its end', () => {
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

  it('keeps what arrived when it succeeds', () => {
    const paid = attempt();
    paid.succeed(PAYMENT, NOW);
    expect(paid).toMatchObject({
      gatewayTransactionId: '7',
      gwRef: 'gw-7',
      endedAt: NOW,
      receivedMinor: CHARGE.minor,
      receivedCurrency: CHARGE.currency,
    });
    expect([paid.isSettled, paid.askAt]).toEqual([true, null]);
  });

  it('is unapplied when its money is set aside', () => {
    const aside = waiting('redirect');
    aside.setAside(PAYMENT, 'already-paid', { sessionId: 'cs_live_x', appId: null }, NOW);
    expect([aside.status, aside.unappliedReason]).toEqual(['unapplied', 'already-paid']);
    expect(aside.getUncommittedEvents()).toMatchObject([
      { type: 'checkout.payment-unapplied', data: { reason: 'already-paid', amount: CHARGE } },
    ]);
  });
});
