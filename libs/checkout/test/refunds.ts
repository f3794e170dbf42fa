import { Money } from '@app/kernel';
import { Refund } from '../src/refunds/refund.aggregate';
import type { NewRefund } from '../src/refunds/refund-terms';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const PAID = new Money(154_000_000n, 'NGN');
export const NOTHING = new Money(0n, 'NGN');

/** A refund of a merchant by card, of which no event is uncommitted. */
export function refundOf(charge: Money, given: Partial<NewRefund> = {}): Refund {
  const refund = new Refund(
    {
      source: 'merchant',
      ownerId: 'owner',
      appId: 'app',
      mode: 'live',
      paymentId: 'payment',
      sessionId: 'cs_live_x',
      invoiceId: null,
      method: 'card',
      gateway: 'simulator',
      gatewayTransactionId: '7',
      received: PAID,
      face: charge,
      charge,
      debited: charge,
      accountId: 'wallet',
      payer: null,
      customerEmail: null,
      reason: null,
      refundRef: null,
      ...given,
    },
    NOW,
  );
  refund.uncommit();
  return refund;
}

export const eventsOf = (refund: Refund) =>
  refund.getUncommittedEvents().map(({ constructor }) => constructor.name);
