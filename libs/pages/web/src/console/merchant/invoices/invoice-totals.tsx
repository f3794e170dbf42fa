import { Facts, money, percent, t } from '../../kit';
import { type Invoice, taxName, type WrittenInvoice } from './invoice-parts';

/** The sums of an invoice as the server has them. */
export function Totals({ of: invoice }: { of: Invoice | WrittenInvoice }) {
  const shown = (amount: number) => money(amount, invoice.currency_code);
  const { discount, discount_percent: rate, amount_paid: paid, amount_credited: credited } = invoice;
  const isDue = paid > 0 || credited > 0;
  return (
    <Facts
      of={[
        [t('invoices.subtotal'), shown(invoice.subtotal)],
        discount > 0 && [t('invoices.discount.at', { rate: percent(rate / 100) }), shown(-discount)],
        ...invoice.taxes
          .filter(({ tax_rate }) => tax_rate > 0)
          .map(({ tax_rate, tax }): [string, string] => [taxName(tax_rate), shown(tax)]),
        [t('invoices.total'), <strong>{shown(invoice.total)}</strong>],
        paid > 0 && [t('status.paid'), shown(-paid)],
        credited > 0 && [t('invoices.credited'), shown(-credited)],
        isDue && [t('invoices.left'), <strong>{shown(invoice.amount_due)}</strong>],
      ]}
    />
  );
}
