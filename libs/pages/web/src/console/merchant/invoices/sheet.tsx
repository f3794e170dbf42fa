import { Card, type Column, money, number, t, Table } from '../../kit';
import type { Invoice } from './invoice-parts';
import { Totals } from './invoice-totals';

type Item = Invoice['items'][number];

/** The lines and sums that the client sees. */
export function Sheet({ invoice }: { invoice: Invoice }) {
  return (
    <Card title={t('invoices.sheet')}>
      <div class="stack">
        <Table
          name={t('invoices.lines')}
          columns={columnsIn(invoice.currency_code)}
          rows={invoice.items}
          id={(item) => String(invoice.items.indexOf(item))}
        />
        <Totals of={invoice} />
        {invoice.notes && <p class="soft lined">{invoice.notes}</p>}
      </div>
    </Card>
  );
}

const columnsIn = (currency: string): Column<Item>[] => [
  { name: t('invoices.description'), cell: ({ description }) => description, phone: 'lead', isWide: true },
  {
    name: t('invoices.quantity'),
    cell: ({ quantity, unit_price: price }) => `${number(quantity)} × ${money(price, currency)}`,
    isNumber: true,
    phone: 'under',
  },
  {
    name: t('invoices.tax'),
    cell: ({ tax_rate: rate }) => rate !== null && number(rate),
    isNumber: true,
    phone: 'end',
  },
  {
    name: t('amount'),
    cell: ({ amount }) => money(amount, currency),
    isNumber: true,
    phone: 'side',
  },
];
