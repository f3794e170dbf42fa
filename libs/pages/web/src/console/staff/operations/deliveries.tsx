import {
  type Column,
  DateRange,
  distance,
  Empty,
  Filters,
  Head,
  label,
  List,
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
import { ParkedEvents } from './parked-events';

type Delivery = Row<'adminDeliveriesList'>;

const TABS = ['', 'all', 'pending', 'delivered', 'failed'] as const;

const textOf = (tab: string) =>
  tab === ''
    ? t('attention.parked_events')
    : tab === 'all'
      ? t('works.deliveries.all')
      : label('status', tab);

const columns = (): Column<Delivery>[] => [
  { name: t('works.event'), cell: ({ event }) => <strong>{event}</strong>, phone: 'lead' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('works.endpoint'),
    cell: ({ url, app_name: app }) => (
      <>
        {url} <span class="soft">{app}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('works.attempts'),
    cell: ({ attempts, last_attempt: last }) =>
      last?.status ? `${attempts} · ${last.status}` : String(attempts),
    isNumber: true,
  },
  {
    name: t('works.next'),
    cell: ({ due_at: at }) => at && <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('created'),
    cell: ({ created_at: at }) => <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];

/** What is sent to merchants’ endpoints, and the events that the service could not handle. */
export default function StaffDeliveries() {
  const { status } = useQuery().query;
  return (
    <>
      <Head title={t('staff.deliveries')} />
      <Tabs name={t('status')} field="status" of={TABS.map((tab) => [tab, textOf(tab)])} />
      {status ? <Deliveries status={status} /> : <ParkedEvents />}
    </>
  );
}

function Deliveries({ status }: { status: string }) {
  const { event, from, to, page } = useQuery().query;
  const filters = { status: status === 'all' ? undefined : status, event, from, to };
  const reading = useRead<Page<Delivery>>('admin.php:deliveries/list', { ...filters, page, per_page: 25 });
  return (
    <>
      <Filters>
        <SearchField field="event" name={t('works.deliveries.search')} />
        <DateRange />
      </Filters>
      <List
        reading={reading}
        name={t('staff.deliveries')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ id }) => id}
        after={(answer) => <Pager of={answer} />}
        empty={
          Object.values(filters).some(Boolean) ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty
              icon="webhooks"
              title={t('works.deliveries.none')}
              text={t('works.deliveries.none.text')}
            />
          )
        }
      />
    </>
  );
}
