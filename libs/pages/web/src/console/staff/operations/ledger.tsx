import {
  can,
  Card,
  type Column,
  Fault,
  Head,
  Id,
  label,
  Loading,
  money,
  Notice,
  number,
  t,
  Table,
  Tabs,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { type LedgerDecision, LedgerDialog } from './ledger-dialog';
import { Verification } from './verification';

type Balance = Answer<'adminLedgerTrialBalance'>;
type Faults = Answer<'adminLedgerFaults'>;
type Open = (decision: LedgerDecision) => void;

const accounts = (): Column<Balance['accounts'][number]>[] => [
  { name: t('works.account'), cell: ({ code }) => <strong>{code}</strong>, phone: 'lead', isWide: true },
  { name: t('works.accounts'), cell: ({ accounts: count }) => number(count), isNumber: true },
  {
    name: t('works.balance'),
    cell: ({ balance, currency }) => money(balance, currency),
    isNumber: true,
    phone: 'end',
  },
];

const faulty = (open: Open): Column<Faults['faults'][number]>[] => [
  { name: t('works.check'), cell: ({ check }) => <strong>{check}</strong>, phone: 'lead' },
  {
    name: t('details'),
    cell: ({ row, detail }) => `${row}: ${detail}`,
    phone: 'under',
    isWide: true,
  },
  { name: t('works.found'), cell: ({ found_at: at }) => <Time at={at} />, isNumber: true, phone: 'side' },
  {
    name: t('works.decision'),
    cell: ({ id }) =>
      can('admin.php:ledger/clear-fault') && (
        <button type="button" class="button" onClick={() => open({ kind: 'clear', id })}>
          {t('works.clear')}
        </button>
      ),
    phone: 'end',
  },
];

const frozen = (open: Open): Column<Faults['frozen'][number]>[] => [
  {
    name: t('works.account'),
    cell: ({ code, currency }) => <strong>{`${code} ${currency}`}</strong>,
    phone: 'lead',
  },
  { name: 'ID', cell: ({ account_id: id }) => <Id id={id} />, phone: 'under', isWide: true },
  {
    name: t('works.decision'),
    cell: ({ account_id: id }) =>
      can('admin.php:ledger/unfreeze') && (
        <button type="button" class="button" onClick={() => open({ kind: 'unfreeze', id })}>
          {t('works.unfreeze')}
        </button>
      ),
    phone: 'end',
  },
];

/** Whether the books balance, what is wrong with them, and how it is repaired. */
export default function LedgerHealth() {
  const balance = useRead<Balance>('admin.php:ledger/trial-balance');
  const faults = useRead<Faults>('admin.php:ledger/faults');
  const { query } = useQuery();
  const [open, setOpen] = useState<LedgerDecision | null>(null);
  const reload = () => {
    balance.reload();
    faults.reload();
  };
  return (
    <>
      <Head
        title={t('staff.ledger')}
        actions={
          can('admin.php:ledger/reverse') && (
            <button type="button" class="button" onClick={() => setOpen({ kind: 'reverse' })}>
              {t('works.reverse')}
            </button>
          )
        }
      />
      {balance.data && (
        <Notice kind={balance.data.balanced ? 'good' : 'bad'}>
          {t(balance.data.balanced ? 'works.balanced' : 'works.unbalanced')}
        </Notice>
      )}
      {can('admin.php:ledger/verify') && <Verification />}
      {faults.fault && <Fault fault={faults.fault} again={faults.reload} />}
      {faults.data && faults.data.faults.length > 0 && (
        <Card title={t('works.faults', { count: number(faults.data.total) })}>
          <Table
            name={label('works', 'check')}
            columns={faulty(setOpen)}
            rows={faults.data.faults}
            id={({ id }) => id}
            isBusy={faults.isBusy}
          />
        </Card>
      )}
      {faults.data && faults.data.frozen.length > 0 && (
        <Card title={t('works.frozen')}>
          <Table
            name={t('works.frozen')}
            columns={frozen(setOpen)}
            rows={faults.data.frozen}
            id={({ account_id: id }) => id}
            isBusy={faults.isBusy}
          />
        </Card>
      )}
      {balance.fault && <Fault fault={balance.fault} again={balance.reload} />}
      {!balance.data && !balance.fault && <Loading lines={8} />}
      {balance.data && (
        <Card title={t('works.trial')}>
          <Tabs
            name={t('works.trial')}
            field="accounts"
            of={[
              ['', t('works.trial.held')],
              ['all', t('works.trial.all')],
            ]}
          />
          <Table
            name={t('works.trial')}
            columns={accounts()}
            rows={balance.data.accounts.filter(
              ({ balance: sum }) => query.accounts === 'all' || Number(sum) !== 0,
            )}
            id={({ code, currency }) => `${code} ${currency}`}
            isBusy={balance.isBusy}
          />
        </Card>
      )}
      {open && <LedgerDialog decision={open} onClose={() => setOpen(null)} reload={reload} />}
    </>
  );
}
