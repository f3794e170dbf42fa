import {
  can,
  type Column,
  DateRange,
  Empty,
  Filters,
  Head,
  label,
  Link,
  List,
  moment,
  money,
  nothingMatches,
  Notice,
  Pager,
  Pill,
  SearchField,
  t,
  Tabs,
  Time,
  to,
  useLocation,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { ACCOUNTS, gotOf, type Payout, PAYOUTS } from './payout-parts';
import { WithdrawDialog } from './withdraw-dialog';

const STATES = ['pending', 'processing', 'completed', 'failed'] as const;

/** What was paid out of the wallets, newest first. */
export default function Payouts() {
  const { query } = useQuery();
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { status, q, from, to: last, page, cursor } = query;
  const reading = useRead<Answer<'payoutList'>>('payouts', {
    status,
    q,
    from,
    to: last,
    page,
    cursor,
    per_page: 25,
  });
  const indexedTo = reading.data?.indexed_to;
  const isFiltered = [status, q, from, last].some(Boolean);
  return (
    <>
      <Head
        title={t('attention.payouts')}
        actions={
          <>
            {can('payoutAccounts') && (
              <Link path={ACCOUNTS} class="button">
                {t('payouts.accounts')}
              </Link>
            )}
            {can('initiatePayout') && (
              <button type="button" class="button primary" onClick={() => setOpen(true)}>
                {t('payouts.withdraw')}
              </button>
            )}
          </>
        }
      />
      <Tabs
        name={t('status')}
        field="status"
        of={[['', t('tab.all')], ...STATES.map((state): [string, string] => [state, t(`status.${state}`)])]}
      />
      <Filters>
        <SearchField field="q" name={t('payouts.search')} />
        <DateRange />
      </Filters>
      {indexedTo && <Notice kind="calm">{t('payouts.lag', { time: moment(indexedTo) })}</Notice>}
      <List
        reading={reading}
        name={t('attention.payouts')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ uuid }) => uuid}
        path={({ uuid }) => `${PAYOUTS}/${uuid}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={nothingMatches()}>
              <Link path={PAYOUTS} class="button">
                {t('payouts.clear')}
              </Link>
            </Empty>
          ) : (
            <Empty icon="payouts" title={t('payouts.none')} text={t('payouts.none.text')} />
          )
        }
      />
      {isOpen && (
        <WithdrawDialog onClose={() => setOpen(false)} onDone={(id) => route(to(`${PAYOUTS}/${id}`))} />
      )}
    </>
  );
}

const columns = (): Column<Payout>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('payouts.to'),
    cell: ({ method, destination }) => (
      <>
        <strong>{label('method', method)}</strong> <span class="soft">{destination}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  { name: t('payouts.gets'), cell: gotOf, isNumber: true },
  { name: t('payouts.fee'), cell: ({ fee, currency }) => money(fee, currency), isNumber: true },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];
