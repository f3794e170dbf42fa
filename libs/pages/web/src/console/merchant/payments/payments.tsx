import {
  DateRange,
  Empty,
  Filters,
  Head,
  List,
  nothingMatches,
  type Page,
  Pager,
  SearchField,
  t,
  Tabs,
  useQuery,
  useRead,
} from '../../kit';
import type { Payment } from '../../wire';
import { ExportButton } from './export-payments';
import { paymentColumns } from './payment-columns';

const TABS = [
  ['', 'tab.all'],
  ['completed', 'status.paid'],
  ['pending', 'status.open'],
  ['processing', 'status.processing'],
  ['expired', 'status.expired'],
] as const;

/** The payments of the business in the mode at hand, newest first. */
export default function Payments() {
  const { query } = useQuery();
  const { status, order_ref, from, to, page } = query;
  const filters = { status, order_ref, from, to };
  const reading = useRead<Page<Payment>>('payments', { ...filters, page, per_page: 25 });
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <Head title={t('payments')} actions={<ExportButton filters={filters} />} />
      <Tabs name={t('status')} field="status" of={TABS.map(([value, text]) => [value, t(text)])} />
      <Filters>
        <SearchField field="order_ref" name={t('payments.search')} />
        <DateRange />
      </Filters>
      <List
        reading={reading}
        name={t('payments')}
        columns={paymentColumns()}
        rows={({ data }) => data}
        id={({ session_id: id }) => id}
        path={({ session_id: id }) => `/dashboard/payments/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="payments" title={t('payments.none')} text={t('payments.none.text')} />
          )
        }
      />
    </>
  );
}
