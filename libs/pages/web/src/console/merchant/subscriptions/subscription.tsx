import {
  can,
  Card,
  Columns,
  Facts,
  Fault,
  Head,
  Id,
  label,
  money,
  Pill,
  t,
  Time,
  Timeline,
  useRead,
  useRoute,
  useState,
  CopyButton,
  Pending,
} from '../../kit';
import type { Answer } from '../../wire';
import { Bills } from './bills';
import { type DialogName, SubscriptionDialogs } from './subscription-dialogs';
import {
  type Bill,
  nameOfCustomer,
  type Plan,
  planName,
  priceOf,
  type Subscription,
} from './subscription-parts';
import { Situation } from './situation';
import { storyOf } from './story';

/** One subscription: what it waits for, its invoices and what can be done. */
export default function SubscriptionScreen() {
  const { id = '' } = useRoute().params;
  const { data, fault, reload } = useRead<Answer<'subscriptionsRetrieve'>>('subscription', {
    subscription_id: id,
  });
  const bills = useRead<Bill[]>('subscriptionInvoices', { subscription_id: id });
  const { data: plans } = useRead<Plan[]>('plans');
  const [open, setOpen] = useState<DialogName | null>(null);
  const crumb = { path: '/dashboard/subscriptions', name: t('menu.subscriptions') };
  if (!data) {
    return <Pending title={t('subscriptions.one')} crumb={crumb} fault={fault} again={reload} />;
  }
  const { subscription } = data;
  const reloadAll = () => {
    reload();
    bills.reload();
  };
  return (
    <>
      <Head
        crumb={crumb}
        title={nameOfCustomer(subscription)}
        beside={<Pill status={subscription.status} />}
        under={`${planName(plans, subscription.plan_id)} · ${priceOf(subscription)}`}
        actions={<Actions subscription={subscription} open={setOpen} />}
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation
        subscription={subscription}
        bills={bills.data ?? []}
        planOf={(planId) => planName(plans, planId)}
        open={setOpen}
      />
      <Columns
        main={
          <>
            <Bills reading={bills} />
            <Card title={t('subscriptions.story')}>
              <Timeline of={storyOf(subscription, bills.data ?? [])} />
            </Card>
          </>
        }
        side={<Sides subscription={subscription} edit={() => setOpen('customer')} />}
      />
      <SubscriptionDialogs
        name={open}
        subscription={subscription}
        plans={plans ?? []}
        onClose={() => setOpen(null)}
        onDone={reloadAll}
      />
    </>
  );
}

interface ActionsProps {
  subscription: Subscription;
  open: (name: DialogName) => void;
}

function Actions({ subscription, open }: ActionsProps) {
  if (subscription.status === 'cancelled') return null;
  const isEnding = subscription.cancel_at_period_end;
  return (
    <>
      {can('simulateSubscription') && (
        <button type="button" class="button" onClick={() => open('simulate')}>
          {t('subscriptions.simulate')}
        </button>
      )}
      {can('cancelSubscription') && (
        <button type="button" class="button" onClick={() => open('cancel')}>
          {t('subscriptions.cancel')}
        </button>
      )}
      {!isEnding && can('changePlan') && (
        <button type="button" class="button primary" onClick={() => open('plan')}>
          {t('subscriptions.change')}
        </button>
      )}
    </>
  );
}

function Sides({ subscription, edit }: { subscription: Subscription; edit: () => void }) {
  const { customer, currency, manage_url: page } = subscription;
  const isOver = subscription.status === 'cancelled';
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('subscriptions.mode'), label('subscriptions.mode', subscription.billing_mode)],
            [t('subscriptions.since'), <Time at={subscription.current_period_start} />],
            [t('subscriptions.until'), <Time at={subscription.current_period_end} />],
            !isOver &&
              subscription.next_billing_at !== null && [
                t('subscriptions.next'),
                <Time at={subscription.next_billing_at} />,
              ],
            subscription.credit > 0 && [t('subscriptions.credit'), money(subscription.credit, currency)],
            [t('created'), <Time at={subscription.created_at} />],
          ]}
        />
      </Card>
      <Card
        title={t('customer')}
        actions={
          !isOver &&
          can('updateCustomer') && (
            <button type="button" class="plain small" onClick={edit}>
              {t('subscriptions.edit')}
            </button>
          )
        }
      >
        {customer.name && <p>{customer.name}</p>}
        <p class="break">{customer.email}</p>
        {page && (
          <p class="row small">
            {t('subscriptions.page.copy')} <CopyButton text={page} name={t('subscriptions.page')} />
          </p>
        )}
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={subscription.subscription_id} />
        </p>
        <p>
          <Id id={subscription.plan_id} name={t('subscriptions.plan')} />
        </p>
      </Card>
    </>
  );
}
