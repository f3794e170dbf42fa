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
  SearchField,
  t,
  Tabs,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';

type Payout = Row<'adminPayoutsList'>;

const TABS = ['', 'pending', 'processing', 'completed', 'failed'] as const;
const METHODS = ['bank', 'mobile_money', 'extwallet'] as const;
const AGES = [1, 6, 24, 72] as const;
const HOUR_MS = 3_600_000;
/** Ages are exact to it, so that a list is not asked for anew at each moment. */
const STEP_MS = 300_000;

const before = (hours: string): string =>
  new Date(Math.floor(Date.now() / STEP_MS) * STEP_MS - Number(hours) * HOUR_MS).toISOString();

const columns = (): Column<Payout>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency, payout_amount: paid, payout_currency: other }) =>
      paid === null ? money(amount, currency) : money(paid, other),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('desk.stage'),
    cell: ({ stage, owner_frozen: isFrozen }) =>
      isFrozen ? <Pill status="frozen" /> : label('desk.stage', stage),
  },
  { name: t('method'), cell: ({ method }) => label('method', method) },
  {
    name: t('desk.destination'),
    cell: ({ destination, failure_reason: failure, reason }) => (
      <>
        <strong>{destination}</strong> <span class="soft">{failure ?? reason}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('desk.age'),
    cell: ({ created_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('desk.due'),
    cell: ({ due_by: at, processed_at: ended }) => ended === null && <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Withdrawals, the oldest first: those without an end unless a status or a search asks for others. */
export default function StaffPayouts() {
  const { q, status, method, age, page } = useQuery().query;
  const filters = { q, status, method, older_than: age && before(age) };
  const reading = useRead<Page<Payout>>('admin.php:payouts/list', { ...filters, page, per_page: 25 });
  const isFiltered = Boolean(q ?? status ?? method ?? age);
  return (
    <>
      <Head title={t('attention.payouts')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [value, value ? label('status', value) : t('desk.unended')])}
      />
      <Filters>
        <SearchField field="q" name={t('desk.payouts.search')} />
        <ChoiceFilter
          field="method"
          name={t('method')}
          of={[['', t('desk.methods')], ...METHODS.map((of): [string, string] => [of, label('method', of)])]}
        />
        <ChoiceFilter
          field="age"
          name={t('desk.age')}
          of={[
            ['', t('desk.ages')],
            ...AGES.map((hours): [string, string] => [String(hours), t('desk.older', { hours })]),
          ]}
        />
      </Filters>
      <List
        reading={reading}
        name={t('attention.payouts')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ uuid }) => uuid}
        path={({ uuid }) => `/admin/payouts/${uuid}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="check" title={t('desk.payouts.none')} text={t('desk.payouts.none.text')} />
          )
        }
      />
    </>
  );
}
