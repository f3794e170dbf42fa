import type { Clock } from '@app/kernel';
import { Money } from '@app/kernel';
import { PaymentUnapplied } from '../../money/checkout.money';
import type { Refund } from '../refund.aggregate';
import type { RefundRepository } from '../refund.repository';
import { RefundUnappliedPayments } from './refund-unapplied-payments';

const NOW = new Date('2026-11-21T12:00:00.000Z');

describe('RefundUnappliedPayments', () => {
  it.each([
    ['already-paid', 1],
    ['not-due', 1],
    ['payee-closed', 1],
    ['expired', 0],
    ['amount-mismatch', 0],
  ] as const)('has a payment that was set aside as %s refunded %d times', (reason, count) => {
    const added: Refund[] = [];
    const refunds = { add: (refund: Refund) => added.push(refund) } as unknown as RefundRepository;
    const clock = { now: () => NOW } as Clock;
    new RefundUnappliedPayments(refunds, clock).handle(
      new PaymentUnapplied('session', 'owner', 'live', {
        sessionId: 'cs_live_1',
        appId: 'app',
        attemptId: 'attempt',
        method: 'card',
        gateway: 'simulator',
        gatewayTransactionId: '7',
        amount: new Money(700n, 'NGN'),
        reason,
      }),
    );
    expect(added).toHaveLength(count);
    const due = {
      source: 'unapplied',
      paymentId: 'attempt',
      status: 'pending',
      dueAt: NOW,
      chargeMinor: 700n,
    };
    for (const refund of added) expect(refund).toMatchObject(due);
  });
});
