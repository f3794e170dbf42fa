import {
  type Column,
  can,
  Card,
  Columns,
  Empty,
  Facts,
  Fault,
  Head,
  Link,
  List,
  money,
  number,
  type Page,
  Pill,
  t,
  Table,
  Time,
  useQuery,
  useRead,
  Pending,
} from '../../kit';
import type { Answer, Payment } from '../../wire';
import { paymentColumns } from '../payments/payment-columns';
import { paidOf } from './customers';

type Shown = Answer<'businessCustomersShow'>;

/** One customer: what they have paid, and what bills them. */
export default function Customer() {
  const { email = '' } = useQuery().query;
  const { data, fault, reload } = useRead<Shown>('customer', { email });
  const latest = useRead<Page<Payment>>(
    'payments',
    can('payments') ? { customer_email: email, per_page: 5 } : null,
  );
  const crumb = { path: '/dashboard/customers', name: t('customers') };
  if (!data) {
    return <Pending title={t('customer')} crumb={crumb} fault={fault} again={reload} />;
  }
  const { customer } = data;
  return (
    <>
      <Head
        crumb={crumb}
        title={customer.name ?? customer.email}
        under={customer.name === null ? undefined : customer.email}
        actions={
          <Link path="/dashboard/payments" query={{ customer_email: customer.email }} class="button primary">
            {t('customers.open')}
          </Link>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Columns
        main={
          <>
            <Card title={t('customers.latest')}>
              <List
                reading={latest}
                name={t('customers.latest')}
                columns={paymentColumns().filter(({ name }) => name !== t('customer'))}
                rows={({ data: rows }) => rows}
                id={({ session_id: id }) => id}
                path={({ session_id: id }) => `/dashboard/payments/${id}`}
                empty={<Empty title={t('payments.none')} />}
              />
            </Card>
            <Bills of={data} />
          </>
        }
        side={
          <Card title={t('details')}>
            <Facts
              of={[
                customer.paid.length > 0 && [t('customers.paid'), paidOf(customer)],
                [t('customers.payments'), number(customer.payments)],
                [t('customers.failed'), number(customer.failed_payments)],
                [t('customers.first'), <Time at={customer.first_payment_at} />],
                [t('customers.last'), <Time at={customer.last_payment_at} />],
              ]}
            />
          </Card>
        }
      />
    </>
  );
}

function Bills({ of: { subscriptions, invoices } }: { of: Shown }) {
  return (
    <>
      {subscriptions.length > 0 && (
        <Card title={t('customers.subscriptions')}>
          <Table
            name={t('customers.subscriptions')}
            columns={subscriptionColumns()}
            rows={subscriptions}
            id={({ subscription_id: id }) => id}
          />
        </Card>
      )}
      {invoices.length > 0 && (
        <Card title={t('customers.invoices')}>
          <Table
            name={t('customers.invoices')}
            columns={invoiceColumns()}
            rows={invoices}
            id={({ id }) => id}
          />
        </Card>
      )}
    </>
  );
}

const subscriptionColumns = (): Column<Shown['subscriptions'][number]>[] => [
  { name: t('customers.plan'), cell: ({ plan_name: name }) => name, isWide: true, phone: 'lead' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

const invoiceColumns = (): Column<Shown['invoices'][number]>[] => [
  {
    name: t('customers.number'),
    cell: ({ number: name }) => name ?? t('customers.draft'),
    isWide: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('amount'),
    cell: ({ total, currency }) => money(total, currency),
    isNumber: true,
    phone: 'under',
  },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];
