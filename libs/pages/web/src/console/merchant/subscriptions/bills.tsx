import { Card, type Column, day, Empty, label, List, money, Pill, type Reading, t } from '../../kit';
import type { Bill } from './subscription-parts';

const stateOf = ({ status, voided_at: voided }: Bill): string => (voided ? 'void' : status);

const columns = (): Column<Bill>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: (bill) => <Pill status={stateOf(bill)} />, phone: 'side' },
  {
    name: t('failure'),
    cell: ({ last_error: error, status }) =>
      error && status !== 'paid' && label('subscriptions.error', error),
    phone: 'under',
    isWide: true,
  },
  { name: t('subscriptions.due'), cell: ({ due_at: at }) => day(at), isNumber: true, phone: 'end' },
  { name: t('status.paid'), cell: ({ paid_at: at }) => at && day(at), isNumber: true },
];

/** The invoices of a subscription; a row opens the payment of its invoice. */
export function Bills({ reading }: { reading: Reading<Bill[]> }) {
  return (
    <Card title={t('subscriptions.bills')}>
      <List
        reading={reading}
        name={t('subscriptions.bills')}
        columns={columns()}
        rows={(bills) => bills}
        id={({ invoice_id: id }) => id}
        path={({ checkout_session_id: id }) => id && `/dashboard/payments/${id}`}
        empty={<Empty title={t('subscriptions.bills.none')} text={t('subscriptions.bills.none.text')} />}
      />
    </Card>
  );
}
