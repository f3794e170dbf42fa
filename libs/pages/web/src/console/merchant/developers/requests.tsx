import {
  Card,
  ChoiceFilter,
  type Column,
  DateRange,
  Empty,
  Filters,
  Head,
  Id,
  List,
  mode,
  nothingMatches,
  number,
  type Page,
  Pager,
  SearchField,
  t,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { Sections } from './sections';

type Errors = Answer<'businessRequestsErrors'>;
type Found = Errors['errors'][number];
type Sent = Row<'businessRequestsList'>;

const STATUSES = ['2xx', '4xx', '5xx'] as const;

const errorColumns = (filter: (error: Found) => void): Column<Found>[] => [
  {
    name: t('developers.error'),
    cell: (error) => (
      <button type="button" class="plain" onClick={() => filter(error)}>
        {error.error_code}
      </button>
    ),
    phone: 'lead',
  },
  { name: t('developers.count'), cell: ({ count }) => number(count), isNumber: true, phone: 'side' },
  { name: t('developers.operation'), cell: ({ operation }) => operation, isWide: true, phone: 'under' },
  {
    name: t('developers.request'),
    cell: ({ request_id: id }) => <Id id={id} name={t('developers.request')} />,
  },
  {
    name: t('developers.cause'),
    cell: ({ error_code: code }) => (
      <a href={`/docs/errors#${code}`} target="_blank" rel="noopener">
        {t('developers.cause')}
      </a>
    ),
  },
  { name: t('developers.last'), cell: ({ last_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

const columns = (): Column<Sent>[] => [
  { name: t('developers.operation'), cell: ({ operation }) => operation, isWide: true, phone: 'lead' },
  {
    name: t('status'),
    cell: ({ status }) => <span class={`pill ${status < 400 ? 'good' : 'bad'}`}>{status}</span>,
    phone: 'side',
  },
  { name: t('developers.error'), cell: ({ error_code: code }) => code, phone: 'under' },
  {
    name: t('developers.request'),
    cell: ({ request_id: id }) => <Id id={id} name={t('developers.request')} />,
  },
  { name: t('developers.origin'), cell: ({ address }) => address },
  { name: t('developers.time'), cell: ({ ms }) => `${number(ms)} ms`, isNumber: true },
  { name: t('created'), cell: ({ at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

/** The requests of the account's servers and people: the most frequent errors, and each request. */
export default function Requests() {
  const { query, set } = useQuery();
  const { from, to, status, error_code, operation, request_id, page } = query;
  const span = { mode: mode.value, from, to };
  const filters = { status, error_code, operation, request_id };
  const errors = useRead<Errors>('requestErrors', span);
  const sent = useRead<Page<Sent>>('requests', { ...span, ...filters, page, per_page: 25 });
  const sampled = errors.data?.sampled ?? 0;
  return (
    <>
      <Head title={t('developers')} />
      <Sections />
      <Filters>
        <SearchField field="request_id" name={t('developers.request')} />
        <ChoiceFilter
          field="status"
          name={t('status')}
          of={[['', t('tab.all')], ...STATUSES.map((value): [string, string] => [value, value])]}
        />
        <DateRange />
      </Filters>
      <Card title={t('developers.errors')}>
        <List
          reading={errors}
          name={t('developers.errors')}
          columns={errorColumns((error) => set({ error_code: error.error_code, operation: error.operation }))}
          rows={(answer) => answer.errors}
          id={(error) => `${error.error_code} ${error.operation}`}
          empty={<Empty title={t('developers.errors.none')} />}
        />
        {sampled > 0 && <p class="soft small">{t('developers.sampled', { count: number(sampled) })}</p>}
      </Card>
      <List
        reading={sent}
        name={t('developers.requests')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ request_id: id, at }) => `${id} ${at}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          Object.values(filters).some(Boolean) ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty
              icon="developers"
              title={t('developers.requests.none')}
              text={t('developers.requests.text')}
            />
          )
        }
      />
    </>
  );
}
