import {
  can,
  type Column,
  day,
  Empty,
  Filters,
  Head,
  Link,
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
import { INVOICES, type InvoiceRow } from './invoice-parts';

const TABS = [
  ['', 'tab.all'],
  ['draft', 'status.draft'],
  ['sent', 'status.sent'],
  ['overdue', 'status.overdue'],
  ['paid', 'status.paid'],
  ['void', 'status.void'],
] as const;

/** The invoices of the business, newest first. */
export default function Invoices() {
  const { query } = useQuery();
  const { status, search, page } = query;
  const reading = useRead<Page<InvoiceRow>>('invoices', { status, search, page, per_page: 25 });
  const create = can('createInvoice') && (
    <Link path={`${INVOICES}/new`} class="button primary">
      {t('invoices.new')}
    </Link>
  );
  return (
    <>
      <Head title={t('menu.invoices')} actions={create} />
      <Tabs name={t('status')} field="status" of={TABS.map(([value, text]) => [value, t(text)])} />
      <Filters>
        <SearchField field="search" name={t('invoices.search')} />
      </Filters>
      <List
        reading={reading}
        name={t('menu.invoices')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ id }) => id}
        path={({ id }) => `${INVOICES}/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          status || search ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="invoices" title={t('invoices.none')} text={t('invoices.none.text')} />
          )
        }
      />
    </>
  );
}

const columns = (): Column<InvoiceRow>[] => [
  {
    name: t('amount'),
    cell: ({ total, currency_code: currency }) => money(total, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  { name: t('invoices.number'), cell: ({ invoice_number: name }) => name },
  {
    name: t('invoices.client'),
    cell: ({ client_name: name, client_email: email }) => (
      <>
        <strong>{name}</strong> <span class="soft">{email}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('invoices.due'),
    cell: ({ due_date: date }) => date && day(date),
    isNumber: true,
    phone: 'end',
  },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true },
];
