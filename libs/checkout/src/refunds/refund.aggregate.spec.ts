import { addSeconds, Money } from '@app/kernel';
import { eventsOf, NOTHING, NOW, PAID, refundOf } from '../../test/refunds';
import { Refund } from './refund.aggregate';

const DAY_LATER = addSeconds(NOW, 24 * 3600);

describe('Refund', () => {
  it('is sent by its claimer, and claimed again only after a while', () => {
    const refund = refundOf(PAID);
    expect(refund.stage).toBe('queued');
    const claims = [NOW, NOW, addSeconds(NOW, 300)].map((at) => refund.claim(at, NOTHING));
    expect([claims, refund.stage]).toEqual([['send', 'none', 'send'], 'sending']);
    refund.complete('refund-1', NOW);
    expect([refund.status, refund.stage, refund.dueAt]).toEqual(['completed', null, null]);
    expect([eventsOf(refund), refund.claim(DAY_LATER, NOTHING)]).toEqual([['RefundCompleted'], 'none']);
  });

  it('fails for good where the company refuses it', () => {
    const refund = refundOf(PAID);
    refund.claim(NOW, NOTHING);
    refund.refuse('Too old', NOW);
    expect([refund.status, refund.failure, eventsOf(refund)]).toEqual([
      'failed',
      'Too old',
      ['RefundFailed'],
    ]);
    expect(() => refund.complete('r', NOW)).toThrow('cannot complete');
  });

  it('is left to staff after a refusal where an earlier request was never answered', () => {
    const refund = refundOf(PAID);
    expect([refund.claim(NOW, NOTHING), refund.claim(addSeconds(NOW, 300), NOTHING)]).toEqual([
      'send',
      'send',
    ]);
    refund.refuse('Too old', NOW);
    expect([refund.status, refund.stage, refund.mayHaveGone, refund.failure]).toEqual([
      ...['pending', 'stopped', true],
      expect.stringContaining('went unanswered'),
    ]);
    expect(eventsOf(refund)).toEqual([]);
  });

  it('is queried by name while it is pending, and never sent again', () => {
    const refund = refundOf(new Money(PAID.minor / 2n, PAID.currency));
    refund.claim(NOW, NOTHING);
    refund.take('refund-1', NOW);
    expect([refund.stage, refund.dueAt, refund.claim(NOW, NOTHING)]).toEqual([
      ...['taken', addSeconds(NOW, 60), 'none'],
    ]);
    expect(refund.claim(addSeconds(NOW, 60), NOTHING)).toBe('ask');
    refund.refuse('Failed after all', NOW);
    expect([refund.status, refund.providerId]).toEqual(['failed', null]);
  });

  it('is not sent a second time where the company could send it twice, unless staff say so', () => {
    const refund = refundOf(new Money(PAID.minor / 2n, PAID.currency));
    const claims = [NOW, addSeconds(NOW, 300), DAY_LATER].map((at) => refund.claim(at, NOTHING));
    expect(claims).toEqual(['send', 'stopped', 'none']);
    expect([refund.stage, refund.failure]).toEqual(['stopped', expect.stringContaining('ask the company')]);
    refund.order(DAY_LATER, true);
    expect([refund.claim(DAY_LATER, NOTHING), refund.failure]).toEqual(['send', null]);
  });

  it('is sent again where other refunds leave too little to send it twice', () => {
    const refund = refundOf(new Money(PAID.minor / 2n, PAID.currency));
    const rest = new Money(1n, 'NGN');
    expect([refund.claim(NOW, rest), refund.claim(addSeconds(NOW, 300), rest)]).toEqual(['send', 'send']);
  });

  it('is settled or given up whenever it is not being sent', () => {
    const [settled, failed] = [refundOf(PAID), refundOf(PAID)];
    for (const refund of [settled, failed]) refund.claim(NOW, NOTHING);
    expect(() => settled.settle('r', NOW)).toThrow('wait for its answer');
    expect(() => failed.giveUp('Not sent', NOW)).toThrow('wait for its answer');
    settled.settle('r', addSeconds(NOW, 300));
    failed.giveUp('Not sent', addSeconds(NOW, 300));
    expect([settled.status, failed.status, failed.failure]).toEqual(['completed', 'failed', 'Not sent']);
  });

  it('comes back to the merchant once, where it was completed through a company', () => {
    const refund = refundOf(PAID);
    expect(() => refund.recordReturn(NOW)).toThrow('Only a completed refund');
    refund.claim(NOW, NOTHING);
    refund.complete('r', NOW);
    refund.recordReturn(DAY_LATER);
    expect([refund.status, refund.returnedAt, eventsOf(refund)]).toEqual([
      ...['completed', DAY_LATER],
      ['RefundCompleted', 'RefundReturned'],
    ]);
    expect(() => refund.recordReturn(DAY_LATER)).toThrow('and only once');
  });

  it('is completed at once where a wallet paid', () => {
    const payer = { ownerId: 'buyer', accountId: 'their wallet' };
    const refund = refundOf(PAID, { method: 'wallet', payer });
    expect([refund.rail, refund.status, refund.dueAt]).toEqual(['wallet', 'completed', null]);
  });

  it('has no events of its merchant where the money is not the merchant’s', () => {
    const payment = {
      ownerId: 'o',
      appId: null,
      mode: 'live' as const,
      paymentId: 'p',
      sessionId: 'cs_live_x',
      method: 'card' as const,
      gateway: 'simulator',
      gatewayTransactionId: '7',
      received: PAID,
    };
    const refund = Refund.ofUnapplied('unapplied', payment, PAID, NOW);
    refund.complete('r', NOW);
    expect(eventsOf(refund)).toEqual([]);
  });
});

describe('A refund that a company took', () => {
  it('is reported to finance after seven days, once', () => {
    const refund = refundOf(PAID);
    refund.claim(NOW, NOTHING);
    refund.take('refund-1', NOW);
    const weekLater = addSeconds(NOW, 7 * 24 * 3600);
    expect(refund.alert(addSeconds(weekLater, -1))).toBe(false);
    expect([refund.alert(weekLater), refund.alert(weekLater)]).toEqual([true, false]);
    expect(eventsOf(refund)).toEqual(['RefundLate']);
  });
});
