import {
  ChoiceFilter,
  DateRange,
  Empty,
  Filters,
  Head,
  label,
  List,
  Link,
  moment,
  nothingMatches,
  Notice,
  Pager,
  SearchField,
  t,
  Tabs,
  useQuery,
  useRead,
} from '../../kit';
import type { Answer, Query } from '../../wire';
import { AmountFilter } from './amount-filter';
import { ExportButton } from './export-payments';
import { paymentColumns } from './payment-columns';

const CURRENCIES = [
  'NGN',
  'USD',
  'GBP',
  'EUR',
  'GHS',
  'KES',
  'ZAR',
  'CAD',
] as const satisfies Query<'businessPaymentsList'>['currency'][];
const STATES = ['paid', 'declined', 'open', 'processing', 'expired'] as const;
const METHODS = ['card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet'];

/** The payments of the business in the mode at hand, newest first. */
export default function Payments() {
  const { query, set } = useQuery();
  const { page, cursor, test: _, ...filters } = query;
  const fields = { ...filters, page, cursor, per_page: 25, counts: true };
  const reading = useRead<Answer<'businessPaymentsList'>>('payments', fields);
  const counts = reading.data?.counts;
  const indexedTo = reading.data?.indexed_to;
  const { customer_email: email } = query;
  return (
    <>
      <Head title={t('payments')} actions={<ExportButton filters={filters} />} />
      <Tabs
        name={t('status')}
        field="state"
        of={[['', t('tab.all')], ...STATES.map((state) => tabOf(state, counts?.[state]))]}
      />
      <Filters>
        <SearchField field="q" name={t('payments.search')} />
        <DateRange />
        <ChoiceFilter
          field="currency"
          name={t('currency')}
          of={[['', t('payments.currency')], ...CURRENCIES.map((code): [string, string] => [code, code])]}
        />
        <ChoiceFilter
          field="method"
          name={t('method')}
          of={[
            ['', t('payments.method')],
            ...METHODS.map((method): [string, string] => [method, label('method', method)]),
          ]}
        />
        <ChoiceFilter
          field="refund_status"
          name={t('refunded')}
          of={[
            ['', t('payments.refunds')],
            ['none', t('payments.refunds.none')],
            ['partial', t('status.partial')],
            ['full', t('status.full')],
          ]}
        />
        <AmountFilter />
      </Filters>
      {email && (
        <Notice
          kind="calm"
          action={
            <button type="button" class="button" onClick={() => set({ customer_email: undefined })}>
              {t('payments.of.all')}
            </button>
          }
        >
          {t('payments.of', { email })}
        </Notice>
      )}
      {indexedTo && <Notice kind="calm">{t('payments.lag', { time: moment(indexedTo) })}</Notice>}
      <List
        reading={reading}
        name={t('payments')}
        columns={paymentColumns()}
        rows={({ data }) => data}
        id={({ session_id: id }) => id}
        path={({ session_id: id }) => `/dashboard/payments/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          Object.values(filters).some(Boolean) ? (
            <Empty icon="search" title={nothingMatches()}>
              <Link path="/dashboard/payments" class="button">
                {t('payments.clear')}
              </Link>
            </Empty>
          ) : (
            <Empty icon="payments" title={t('payments.none')} text={t('payments.none.text')} />
          )
        }
      />
    </>
  );
}

function tabOf(state: (typeof STATES)[number], count?: number): [string, string, number?] {
  return [state, t(`status.${state}`), count];
}
