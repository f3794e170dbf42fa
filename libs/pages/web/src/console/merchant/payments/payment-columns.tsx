import { type Column, label, money, Pill, t, Time } from '../../kit';
import type { Payment } from '../../wire';
import { cardOf, nameOfPayment, stateOf } from './payment-state';

/** The columns of payments, in their list and wherever some of them are shown. */
export const paymentColumns = (): Column<Payment>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: (payment) => <Pill status={stateOf(payment)} />, phone: 'side' },
  { name: t('customer'), cell: ({ customer }) => customer?.email, phone: 'under' },
  {
    name: t('reference'),
    cell: (payment) => (
      <>
        <strong>{nameOfPayment(payment)}</strong>{' '}
        {payment.order_ref && <span class="soft">{payment.description}</span>}
      </>
    ),
    isWide: true,
  },
  {
    name: t('method'),
    cell: (payment) => cardOf(payment) ?? (payment.payment_method && label('method', payment.payment_method)),
  },
  {
    name: t('created'),
    cell: ({ created_at: at }) => <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];
