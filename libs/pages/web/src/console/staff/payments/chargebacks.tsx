import {
  type Column,
  distance,
  Empty,
  Head,
  label,
  Link,
  List,
  money,
  nothingMatches,
  type Page,
  Pager,
  Pill,
  t,
  Tabs,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';

type StaffChargeback = Row<'adminChargebacksList'>;
type Alert = Row<'adminChargebacksAlerts'>;

const TABS = ['', 'contested', 'accepted', 'won', 'lost', 'alerts'] as const;

const columns = (): Column<StaffChargeback>[] => [
  {
    name: t('amount'),
    cell: ({ claimed_amount: amount, claimed_currency: currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('reason'),
    cell: ({ reason, gateway }) => (
      <>
        <strong>{reason}</strong> <span class="soft">{gateway}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('desk.owed'),
    cell: ({ owed_amount: owed, currency }) => owed > 0 && money(owed, currency),
    isNumber: true,
  },
  {
    name: t('desk.opened'),
    cell: ({ opened_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('desk.due'),
    cell: ({ respond_by: at, status }) =>
      at !== null && status === 'opened' && <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

const alertColumns = (): Column<Alert>[] => [
  { name: t('desk.why'), cell: ({ cause }) => label('desk.alert', cause), phone: 'lead' },
  { name: t('details'), cell: ({ detail }) => detail, phone: 'under', isWide: true },
  { name: t('desk.company'), cell: ({ gateway, provider_id: id }) => `${gateway} ${id}` },
  {
    name: t('desk.chargeback'),
    cell: ({ chargeback_id: id }) =>
      id !== null && <Link path={`/admin/chargebacks/${id}`}>{t('attention.open')}</Link>,
    phone: 'side',
  },
  {
    name: t('desk.raised'),
    cell: ({ raised_at: at }) => <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Chargebacks of all accounts, and what the companies said that could not be booked. */
export default function StaffChargebacks() {
  const { status } = useQuery().query;
  return (
    <>
      <Head title={t('staff.chargebacks')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [
          value,
          value === 'alerts' ? t('desk.alerts') : label('status', value || 'opened'),
        ])}
      />
      {status === 'alerts' ? <Alerts /> : <Claims />}
    </>
  );
}

function Claims() {
  const { status, page } = useQuery().query;
  const reading = useRead<Page<StaffChargeback>>('admin.php:chargebacks/list', {
    status,
    page,
    per_page: 25,
  });
  return (
    <List
      reading={reading}
      name={t('staff.chargebacks')}
      columns={columns()}
      rows={({ data }) => data}
      id={({ chargeback_id: id }) => id}
      path={({ chargeback_id: id }) => `/admin/chargebacks/${id}`}
      after={(answer) => <Pager of={answer} />}
      empty={
        status ? (
          <Empty icon="search" title={nothingMatches()} />
        ) : (
          <Empty icon="check" title={t('desk.chargebacks.none')} text={t('desk.chargebacks.none.text')} />
        )
      }
    />
  );
}

function Alerts() {
  const { page } = useQuery().query;
  const reading = useRead<Page<Alert>>('admin.php:chargebacks/alerts', { page, per_page: 25 });
  return (
    <List
      reading={reading}
      name={t('desk.alerts')}
      columns={alertColumns()}
      rows={({ data }) => data}
      id={({ id }) => id}
      after={(answer) => <Pager of={answer} />}
      empty={<Empty icon="check" title={t('desk.alerts.none')} />}
    />
  );
}
