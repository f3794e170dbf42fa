import {
  can,
  Card,
  type Column,
  Columns,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  money,
  Pill,
  plus,
  t,
  Table,
  Time,
  useRead,
  useRoute,
  Pending,
} from '../../kit';
import { Story } from '../../parts/story';
import type { Answer } from '../../wire';
import { BALANCES, changeOf, type MovementDetail, pageOf } from './movement-parts';

type Posting = MovementDetail['postings'][number];

/** One movement: what it belongs to, and what it changed in the wallets. */
export default function MovementScreen() {
  const { id = '' } = useRoute().params;
  const { data, fault, reload } = useRead<MovementDetail>('transaction', { uuid: id });
  const story = useRead<Answer<'transactionsExplain'>>('explain', { id });
  const crumb = { path: BALANCES, name: t('balances') };
  if (!data) {
    return <Pending title={t('balances.movement')} crumb={crumb} fault={fault} again={reload} />;
  }
  const page = pageOf(data);
  return (
    <>
      <Head
        crumb={crumb}
        title={changeOf(data)}
        beside={<Pill status={data.status} />}
        under={[label('balances.type', data.type), data.description].filter(Boolean).join(' · ')}
        actions={
          page !== null && (
            <Link path={page} class="button">
              {label('balances.open', data.related.type)}
            </Link>
          )
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Columns
        main={
          <>
            <Card title={t('balances.postings')}>
              <Table
                name={t('balances.postings')}
                columns={columns()}
                rows={data.postings}
                id={({ wallet_id: wallet, account }) => `${wallet} ${account}`}
              />
            </Card>
            {can('explain') && (
              <Card title={t('trail.title')}>
                <Story reading={story} action="explain" fields={{ id }} />
              </Card>
            )}
          </>
        }
        side={<Sides of={data} />}
      />
    </>
  );
}

const columns = (): Column<Posting>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => `${amount < 0 ? '−' : '+'}${money(Math.abs(amount), currency)}`,
    isNumber: true,
    phone: 'lead',
  },
  {
    name: t('balances.wallet'),
    cell: ({ account, currency }) => `${currency} · ${label('trail.account', account)}`,
    isWide: true,
    phone: 'under',
  },
  {
    name: t('balances.after'),
    cell: ({ balance_after: balance, currency }) => money(balance, currency),
    isNumber: true,
    phone: 'side',
  },
];

function Sides({ of: movement }: { of: MovementDetail }) {
  const { amount, fee, currency, direction, counterparty, reference, related, uuid } = movement;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(amount, currency)],
            fee > 0 && [t('balances.fee'), money(fee, currency)],
            fee > 0 && direction === 'debit' && [t('balances.taken'), money(plus(amount, fee), currency)],
            [t('balances.after'), money(movement.balance_after, currency)],
            counterparty !== null && [t('balances.other'), `${counterparty.name} (@${counterparty.usertag})`],
            reference !== null && reference !== uuid && [t('reference'), reference],
            [t('created'), <Time at={movement.created_at} />],
          ]}
        />
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={uuid} />
        </p>
        {related.id !== uuid && (
          <p>
            <Id id={related.id} name={label('balances.open', related.type)} />
          </p>
        )}
      </Card>
    </>
  );
}
