import { Head, t } from '../../kit';
import { InvoiceForm } from './invoice-form';
import { crumb } from './invoice-parts';

export default function NewInvoice() {
  return (
    <>
      <Head title={t('invoices.new')} crumb={crumb()} />
      <InvoiceForm />
    </>
  );
}
