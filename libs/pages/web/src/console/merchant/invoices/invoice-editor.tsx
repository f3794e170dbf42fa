import { Head, Notice, t, useRead, useRef, useRoute, Pending } from '../../kit';
import { InvoiceForm } from './invoice-form';
import { crumb, type Invoice, INVOICES } from './invoice-parts';

/** Writes a new invoice, or changes the draft that the address names. */
export default function InvoiceEditor() {
  const { id } = useRoute().params;
  if (id !== undefined) return <Draft key={id} id={id} />;
  return (
    <>
      <Head title={t('invoices.new')} crumb={crumb()} />
      <InvoiceForm />
    </>
  );
}

/** Later answers do not reset what is being written. */
function Draft({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Invoice>('invoice', { id });
  const first = useRef<Invoice | null>(null);
  first.current ??= data;
  const draft = first.current;
  if (!draft) {
    return <Pending title={t('invoices.edit')} crumb={crumb()} fault={fault} again={reload} />;
  }
  const { invoice_number: name, status } = draft;
  return (
    <>
      <Head title={t('invoices.edit.one', { number: name })} crumb={{ path: `${INVOICES}/${id}`, name }} />
      {status === 'draft' ? <InvoiceForm draft={draft} /> : <Notice>{t('invoices.edit.issued')}</Notice>}
    </>
  );
}
