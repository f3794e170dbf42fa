import {
  can,
  ChoiceFilter,
  type Column,
  DateRange,
  Empty,
  Filters,
  Head,
  label,
  Link,
  List,
  money,
  nothingMatches,
  Pager,
  Pill,
  SearchField,
  t,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { ExportButton } from './export-button';
import { BALANCES, changeOf, type Movement, TYPES, type Wallet } from './movement-parts';
import { NewWalletDialog } from './new-wallet-dialog';
import { StatementDialog } from './statement-dialog';
import { Wallets } from './wallets';

/** What is in the wallets, and what moved it, newest first. */
export default function Balances() {
  const { query } = useQuery();
  const [open, setOpen] = useState<'wallet' | 'statement' | null>(null);
  const { q, type, currency, from, to, page, cursor } = query;
  const filters = { type, currency, from, to };
  const wallets = useRead<Wallet[]>('wallets');
  const reading = useRead<Answer<'transactionsList'>>('transactions', {
    ...filters,
    q,
    page,
    cursor,
    limit: 25,
  });
  const owned = wallets.data ?? [];
  const close = () => setOpen(null);
  const isFiltered = [q, ...Object.values(filters)].some(Boolean);
  return (
    <>
      <Head
        title={t('balances')}
        actions={
          <>
            {can('exportTransactions') && !q && (
              <ExportButton filters={filters} total={reading.data?.total ?? 0} />
            )}
            {can('statement') && wallets.data && (
              <button type="button" class="button primary" onClick={() => setOpen('statement')}>
                {t('balances.statement')}
              </button>
            )}
          </>
        }
      />
      <Wallets reading={wallets} open={() => setOpen('wallet')} />
      <h2>{t('balances.movements')}</h2>
      <Filters>
        <SearchField field="q" name={t('balances.search')} />
        <ChoiceFilter
          field="type"
          name={t('balances.type')}
          of={[
            ['', t('balances.types')],
            ...TYPES.map((name): [string, string] => [name, label('balances.type', name)]),
          ]}
        />
        <ChoiceFilter
          field="currency"
          name={t('currency')}
          of={[
            ['', t('balances.currency')],
            ...owned.map(({ currency_code: code }): [string, string] => [code, code]),
          ]}
        />
        <DateRange />
      </Filters>
      <List
        reading={reading}
        name={t('balances.movements')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ uuid, wallet_id: wallet, bucket }) => `${uuid} ${wallet} ${bucket}`}
        path={({ uuid }) => `${BALANCES}/${uuid}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={nothingMatches()}>
              <Link path={BALANCES} class="button">
                {t('balances.clear')}
              </Link>
            </Empty>
          ) : (
            <Empty icon="balances" title={t('balances.none')} text={t('balances.none.text')} />
          )
        }
      />
      {open === 'wallet' && <NewWalletDialog wallets={owned} onClose={close} onDone={wallets.reload} />}
      {open === 'statement' && <StatementDialog wallets={owned} currency={currency} onClose={close} />}
    </>
  );
}

const columns = (): Column<Movement>[] => [
  { name: t('amount'), cell: changeOf, isNumber: true, phone: 'lead' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('balances.what'),
    cell: ({ type, description, counterparty, reference, bucket }) => (
      <>
        <strong>{label('balances.type', type)}</strong>{' '}
        <span class="soft">
          {[description ?? counterparty?.name ?? reference, bucket === 'locked' && t('balances.held')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
    isWide: true,
    phone: 'under',
  },
  {
    name: t('balances.fee'),
    cell: ({ fee, currency }) => fee > 0 && money(fee, currency),
    isNumber: true,
  },
  {
    name: t('balances.after'),
    cell: ({ balance_after: balance, currency }) => money(balance, currency),
    isNumber: true,
  },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];
