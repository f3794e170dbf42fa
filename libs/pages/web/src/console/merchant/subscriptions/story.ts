import { type Entry, label, money, t } from '../../kit';
import type { Bill, Subscription } from './subscription-parts';

/** What happened, from what the subscription and its invoices say. */
export function storyOf(subscription: Subscription, bills: Bill[]): Entry[] {
  const { cancelled_at: ended, cancellation_reason: reason, autopay_revoked_at: stopped } = subscription;
  return [
    { at: subscription.created_at, title: t('subscriptions.story.created') },
    ...bills.flatMap(entriesOf),
    ...(stopped ? [{ at: stopped, tone: 'warn' as const, title: t('subscriptions.story.stopped') }] : []),
    ...(ended
      ? [
          {
            at: ended,
            tone: 'bad' as const,
            title: t('subscriptions.story.ended', { why: label('subscriptions.ended', reason ?? '') }),
          },
        ]
      : []),
  ];
}

function entriesOf(bill: Bill): Entry[] {
  const { paid_at: paid, voided_at: voided, last_error: error } = bill;
  const amount = money(bill.amount, bill.currency);
  const hasFailed = error && !paid;
  const made: Entry = {
    at: bill.created_at,
    ...(hasFailed && { tone: 'bad' as const }),
    title: hasFailed
      ? t('subscriptions.story.failed', { amount, why: label('subscriptions.error', error) })
      : t('subscriptions.story.billed', { amount }),
  };
  return [
    made,
    ...(paid ? [{ at: paid, tone: 'good' as const, title: t('subscriptions.story.paid', { amount }) }] : []),
    ...(voided ? [{ at: voided, title: t('subscriptions.story.voided', { amount }) }] : []),
  ];
}
