import { can, CopyButton, day, moment, Notice, t } from '../../kit';
import type { DialogName } from './subscription-dialogs';
import type { Bill, Subscription } from './subscription-parts';

interface Props {
  subscription: Subscription;
  bills: Bill[];
  planOf: (planId: string) => string;
  open: (name: DialogName) => void;
}

/** One sentence on what the subscription waits for, with what can be done about it. */
export function Situation({ subscription, bills, planOf, open }: Props) {
  const { scheduled_change: scheduled, pending_change: pending } = subscription;
  const unpaid = bills.find(({ status, voided_at: voided }) => status !== 'paid' && !voided);
  if (subscription.status === 'cancelled') return null;
  if (subscription.cancel_at_period_end) {
    return (
      <Notice
        action={
          can('resumeSubscription') && (
            <button type="button" class="button primary" onClick={() => open('resume')}>
              {t('subscriptions.resume')}
            </button>
          )
        }
      >
        {t('subscriptions.ending', { day: day(subscription.current_period_end) })}
      </Notice>
    );
  }
  if (pending) {
    return (
      <Notice kind="calm" action={<Undo open={open} />}>
        {t('subscriptions.pending', { plan: planOf(pending.plan_id) })}
      </Notice>
    );
  }
  if (subscription.status === 'past_due' || unpaid) return <Unpaid bill={unpaid} />;
  if (scheduled) {
    return (
      <Notice kind="calm" action={<Undo open={open} />}>
        {t('subscriptions.scheduled', {
          plan: planOf(scheduled.plan_id),
          day: day(scheduled.effective_at),
        })}
      </Notice>
    );
  }
  if (subscription.status === 'trialing' && subscription.trial_end)
    return <Notice kind="calm">{t('subscriptions.trialing', { day: day(subscription.trial_end) })}</Notice>;
  return null;
}

function Undo({ open }: Pick<Props, 'open'>) {
  if (!can('cancelPlanChange')) return null;
  return (
    <button type="button" class="button" onClick={() => open('undo')}>
      {t('subscriptions.undo')}
    </button>
  );
}

function Unpaid({ bill }: { bill: Bill | undefined }) {
  const retry = bill?.next_retry_at;
  const page = bill?.checkout_url;
  return (
    <Notice
      kind={bill?.status === 'failed' ? 'bad' : 'warn'}
      action={
        page && (
          <span class="row">
            <span class="small">{t('subscriptions.pay.copy')}</span>
            <CopyButton text={page} name={t('subscriptions.pay')} />
          </span>
        )
      }
    >
      {retry ? t('subscriptions.unpaid.retry', { time: moment(retry) }) : t('subscriptions.unpaid')}
    </Notice>
  );
}
