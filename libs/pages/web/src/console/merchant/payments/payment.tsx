import {
  call,
  can,
  Card,
  Columns,
  CopyButton,
  Fault,
  FormDialog,
  Facts,
  Head,
  Id,
  label,
  Link,
  minus,
  money,
  Notice,
  Pill,
  PinField,
  t,
  Time,
  toast,
  useRead,
  useRoute,
  useState,
  distance,
  Pending,
} from '../../kit';
import { Story } from '../../parts/story';
import type { Answer, Payment as Session } from '../../wire';
import { cardOf, stateOf } from './payment-state';
import { RefundDialog } from './refund-dialog';

type Explanation = Answer<'transactionsExplain'>;

/** One payment: what happened to it, who paid, and what can be done. */
export default function Payment() {
  const { id = '' } = useRoute().params;
  const { data, fault, reload: reloadPayment } = useRead<Session>('payment', { session_id: id });
  const story = useRead<Explanation>('explain', { id });
  const [open, setOpen] = useState<'refund' | 'expire' | null>(null);
  const crumb = { path: '/dashboard/payments', name: t('payments') };
  const reload = () => {
    reloadPayment();
    story.reload();
  };
  if (!data) {
    return <Pending title={t('payment')} crumb={crumb} fault={fault} again={reload} />;
  }
  const isPaid = data.status === 'completed';
  const isOpen = data.status === 'pending';
  const left = minus(data.amount, data.refunded_amount);
  const close = () => setOpen(null);
  return (
    <>
      <Head
        crumb={crumb}
        title={money(data.amount, data.currency)}
        beside={<Pill status={stateOf(data)} />}
        under={[data.order_ref, data.description].filter(Boolean).join(' · ')}
        actions={
          <>
            {isOpen && can('expirePayment') && (
              <button type="button" class="button" onClick={() => setOpen('expire')}>
                {t('payment.expire')}
              </button>
            )}
            {isPaid && left > 0 && can('refund') && (
              <button type="button" class="button primary" onClick={() => setOpen('refund')}>
                {t('refund')}
              </button>
            )}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation payment={data} />
      <Columns
        main={
          <Card title={t('trail.title')}>
            <Story reading={story} action="explain" fields={{ id }} />
          </Card>
        }
        side={<Sides payment={data} />}
      />
      {open === 'refund' && <RefundDialog payment={data} onClose={close} onDone={reload} />}
      {open === 'expire' && (
        <FormDialog
          title={t('payment.expire')}
          text={t('payment.expire.text')}
          submit={t('payment.expire')}
          isDangerous
          onClose={close}
          onSubmit={async ({ pin }, key) => {
            await call('expirePayment', { body: { session_id: data.session_id, ...(pin && { pin }) }, key });
            toast(t('payment.expired'));
            close();
            reload();
          }}
        >
          <PinField />
        </FormDialog>
      )}
    </>
  );
}

/** One sentence on what the payment waits for, or what went wrong. */
function Situation({ payment }: { payment: Session }) {
  const waiting = payment.refunds?.find(({ stage }) => stage === 'awaiting_account');
  const failed = payment.refunds?.find(({ status }) => status === 'failed');
  if (failed) return <Notice kind="bad">{t('refund.failed', { why: failed.failure ?? '' })}</Notice>;
  if (waiting) return <Notice>{t('refund.awaiting')}</Notice>;
  if (payment.state === 'declined') {
    const values = { why: payment.failure ?? '', time: distance(payment.expires_at) };
    return <Notice kind="bad">{t('payment.declined', values)}</Notice>;
  }
  if (payment.state === 'expired' && payment.failure) {
    return <Notice kind="bad">{t('payment.declined.over', { why: payment.failure })}</Notice>;
  }
  if (payment.status === 'pending' && payment.checkout_url) {
    return (
      <Notice
        kind="calm"
        action={
          <span class="row">
            <span class="small">{t('payment.copy')}</span>
            <CopyButton text={payment.checkout_url} name={t('payment.page')} />
          </span>
        }
      >
        {t('payment.waits', { time: distance(payment.expires_at) })}
      </Notice>
    );
  }
  return null;
}

function Sides({ payment }: { payment: Session }) {
  const metadata = Object.entries(payment.metadata ?? {});
  const { customer, currency } = payment;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(payment.amount, currency)],
            payment.escrow_fee !== null && [t('payment.escrow_fee'), money(payment.escrow_fee, currency)],
            payment.refunded_amount > 0 && [t('refunded'), money(payment.refunded_amount, currency)],
            payment.payment_method !== null && [t('method'), label('method', payment.payment_method)],
            cardOf(payment) !== null && [t('payment.card'), cardOf(payment)],
            payment.failure !== null && [t('failure'), payment.failure],
            payment.origin !== null && [t('payment.origin'), label('payments.origin', payment.origin.type)],
            [t('created'), <Time at={payment.created_at} />],
            payment.paid_at !== null && [t('status.paid'), <Time at={payment.paid_at} />],
            payment.status === 'pending' && [t('expires'), <Time at={payment.expires_at} />],
          ]}
        />
      </Card>
      {customer?.email && (
        <Card title={t('customer')}>
          <p>{customer.name}</p>
          <p class="break">{customer.email}</p>
          {can('customers') && (
            <Link
              path={`/dashboard/customers/one?${new URLSearchParams({ email: customer.email })}`}
              class="small"
            >
              {t('payment.customer')}
            </Link>
          )}
        </Card>
      )}
      <Card title={t('ids')}>
        <p>
          <Id id={payment.session_id} />
        </p>
        {payment.order_ref && (
          <p>
            <Id id={payment.order_ref} name={t('reference')} />
          </p>
        )}
      </Card>
      {(payment.refunds ?? []).map((refund) => (
        <Card key={refund.refund_id} title={t('trail.type.refund')} actions={<Pill status={refund.status} />}>
          <Facts
            of={[
              [t('amount'), money(refund.amount, refund.currency)],
              [t('refund.returned'), money(refund.returned_amount, refund.returned_currency)],
              [t('refund.debited'), money(refund.debited_amount, refund.currency)],
              refund.reason !== null && [t('reason'), refund.reason],
              refund.failure !== null && [t('failure'), refund.failure],
              ['ID', <Id id={refund.refund_id} />],
            ]}
          />
        </Card>
      ))}
      {metadata.length > 0 && (
        <Card title={t('metadata')}>
          <Facts
            of={metadata.map(([name, value]) => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ])}
          />
        </Card>
      )}
    </>
  );
}
