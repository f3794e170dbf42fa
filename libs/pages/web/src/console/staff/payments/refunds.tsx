import {
  ChoiceFilter,
  type Column,
  distance,
  Empty,
  Filters,
  Head,
  label,
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

type StaffRefund = Row<'adminRefundsList'>;

const TABS = ['', 'completed', 'failed'] as const;
const SOURCES = ['merchant', 'unapplied', 'escrow'] as const;

const columns = (): Column<StaffRefund>[] => [
  {
    name: t('amount'),
    cell: ({ returned_amount: amount, returned_currency: currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  { name: t('desk.stage'), cell: ({ stage }) => stage && label('desk.refund.stage', stage) },
  {
    name: t('desk.why'),
    cell: ({ source, failure, reason }) => (
      <>
        {label('desk.source', source)} <span class="soft">{failure ?? reason}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  { name: t('desk.company'), cell: ({ gateway }) => gateway },
  {
    name: t('created'),
    cell: ({ created_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Refunds of all accounts, the oldest first: those without an end unless a status asks for others. */
export default function StaffRefunds() {
  const { status, source, late, page } = useQuery().query;
  const filters = { status, source, late };
  const reading = useRead<Page<StaffRefund>>('admin.php:refunds/list', { ...filters, page, per_page: 25 });
  return (
    <>
      <Head title={t('attention.refunds')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [value, label('status', value || 'pending')])}
      />
      <Filters>
        <ChoiceFilter
          field="source"
          name={t('desk.why')}
          of={[
            ['', t('desk.sources')],
            ...SOURCES.map((of): [string, string] => [of, label('desk.source', of)]),
          ]}
        />
        <ChoiceFilter
          field="late"
          name={t('desk.late')}
          of={[
            ['', t('desk.ages')],
            ['true', t('desk.refunds.late')],
          ]}
        />
      </Filters>
      <List
        reading={reading}
        name={t('attention.refunds')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ refund_id: id }) => id}
        path={({ refund_id: id }) => `/admin/refunds/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          Object.values(filters).some(Boolean) ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="check" title={t('desk.refunds.none')} text={t('desk.refunds.none.text')} />
          )
        }
      />
    </>
  );
}
