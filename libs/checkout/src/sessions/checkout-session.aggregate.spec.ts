import { addSeconds, type DomainError, Money } from '@app/kernel';
import { CheckoutSession } from './checkout-session.aggregate';
import type { SessionTerms } from './session-terms';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const LATER = addSeconds(NOW, 7200);

function session(terms: Partial<SessionTerms> = {}): CheckoutSession {
  return new CheckoutSession({
    id: 'id',
    sessionId: 'cs_live_x',
    tokenHash: Buffer.alloc(32),
    ownerId: 'owner',
    appId: 'app',
    mode: 'live',
    origin: 'api',
    amount: new Money(250_050n, 'NGN'),
    orderRef: 'A-1',
    description: null,
    customerEmail: 'ada@example.com',
    customerName: null,
    metadata: { constructor: 'x' },
    paymentMethods: ['card'],
    successUrl: null,
    cancelUrl: null,
    escrowCondition: null,
    escrowDeadlineDays: null,
    createdAt: NOW,
    expiresAt: addSeconds(NOW, 3600),
    ...terms,
  });
}

const payment = (attemptId: string) => ({
  attemptId,
  charged: new Money(250_050n, 'NGN'),
  gateway: 'simulator',
  method: 'card' as const,
  gatewayTransactionId: '7',
});
const CREDIT = { accountId: 'account' };

const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    return (error as DomainError).code;
  }
  return 'none';
};

describe('a checkout session', () => {
  it('is paid by the attempt it started, with everything for the merchant in its event', () => {
    const paid = session();
    paid.startPayment('attempt', NOW);
    expect([paid.status, paid.attemptId]).toEqual(['processing', 'attempt']);
    paid.complete(payment('attempt'), CREDIT, NOW);
    expect([paid.status, paid.gateway, paid.paidAt]).toEqual(['completed', 'simulator', NOW]);
    expect(paid.getUncommittedEvents()).toMatchObject([
      {
        type: 'checkout.session-completed',
        ownerId: 'owner',
        mode: 'live',
        data: {
          orderRef: 'A-1',
          customerEmail: 'ada@example.com',
          metadata: { constructor: 'x' },
          accountId: 'account',
        },
      },
    ]);
  });

  it('takes one attempt at a time', () => {
    const busy = session();
    busy.startPayment('first', NOW);
    expect(codeOf(() => busy.startPayment('second', NOW))).toBe('INVALID_STATE');
    expect(busy.attemptId).toBe('first');
  });

  it('is payable again after its attempt failed', () => {
    const tried = session();
    tried.startPayment('first', NOW);
    tried.paymentFailed(
      { id: 'first', gateway: 'simulator', method: 'card' },
      'declined',
      'Insufficient funds',
    );
    expect([tried.status, tried.attemptId]).toEqual(['pending', null]);
    expect(tried.getUncommittedEvents()).toMatchObject([
      {
        type: 'checkout.payment-failed',
        data: { gatewayStatus: 'declined', amount: { minor: 250_050n }, isTest: false },
      },
    ]);
    tried.startPayment('second', NOW);
    expect(tried.attemptId).toBe('second');
  });

  it('is not disturbed by the failure of an attempt that is not the one in flight', () => {
    const tried = session();
    tried.startPayment('second', NOW);
    tried.paymentFailed({ id: 'first', gateway: 'simulator', method: 'card' }, 'declined', null);
    expect(tried.status).toBe('processing');
    expect(tried.getUncommittedEvents()).toEqual([]);
  });

  it('can be completed by an attempt that had been abandoned', () => {
    const given = session();
    given.startPayment('first', NOW);
    given.paymentFailed({ id: 'first', gateway: 'simulator', method: 'card' }, 'abandoned', null);
    given.complete(payment('first'), CREDIT, NOW);
    expect([given.status, given.attemptId]).toEqual(['completed', 'first']);
  });

  it('is over when its time has passed, also before that is recorded', () => {
    const late = session();
    expect(codeOf(() => late.startPayment('attempt', LATER))).toBe('SESSION_EXPIRED');
    expect([late.isOver(LATER), late.canTakePayment(LATER)]).toEqual([true, false]);
    late.expire();
    expect(late.status).toBe('expired');
    expect(late.getUncommittedEvents()).toMatchObject([{ type: 'checkout.session-expired' }]);
    expect(codeOf(() => late.expire())).toBe('SESSION_EXPIRED');
  });

  it('does not expire while an attempt is in flight, and may still be completed by it', () => {
    const busy = session();
    busy.startPayment('attempt', NOW);
    expect(codeOf(() => busy.expire())).toBe('INVALID_STATE');
    expect([busy.isOver(LATER), busy.canTakePayment(LATER)]).toEqual([false, true]);
  });

  it('is neither paid twice nor closed once it is paid', () => {
    const paid = session();
    paid.startPayment('attempt', NOW);
    paid.complete(payment('attempt'), CREDIT, NOW);
    expect(codeOf(() => paid.startPayment('second', NOW))).toBe('INVALID_STATE');
    expect(codeOf(() => paid.expire())).toBe('INVALID_STATE');
    expect(paid.canTakePayment(NOW)).toBe(false);
  });

  it('records no payment events if it was opened for a deposit: the deposit does', () => {
    const deposit = session({ origin: 'deposit', appId: null });
    deposit.startPayment('first', NOW);
    deposit.paymentFailed({ id: 'first', gateway: 'simulator', method: 'card' }, 'declined', null);
    deposit.startPayment('second', NOW);
    deposit.complete(payment('second'), CREDIT, NOW);
    expect(deposit.getUncommittedEvents()).toEqual([]);
  });
});
