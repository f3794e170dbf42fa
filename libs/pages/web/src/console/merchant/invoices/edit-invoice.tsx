import { Fault, Head, Loading, Notice, t, useRead, useRef, useRoute } from '../../kit';
import { InvoiceForm } from './invoice-form';
import { crumb, type Invoice, INVOICES } from './invoice-parts';

/** Changes a draft. Later answers do not reset what is being written. */
export default function EditInvoice() {
  const { id = '' } = useRoute().params;
  const { data, fault, reload } = useRead<Invoice>('invoice', { id });
  const draft = useRef<Invoice | null>(null);
  draft.current ??= data;
  if (!draft.current) {
    return (
      <>
        <Head title={t('invoices.edit')} crumb={crumb()} />
        {fault ? <Fault fault={fault} again={reload} /> : <Loading lines={8} />}
      </>
    );
  }
  const { invoice_number: name, status } = draft.current;
  return (
    <>
      <Head title={t('invoices.edit.one', { number: name })} crumb={{ path: `${INVOICES}/${id}`, name }} />
      {status === 'draft' ? (
        <InvoiceForm draft={draft.current} />
      ) : (
        <Notice>{t('invoices.edit.issued')}</Notice>
      )}
    </>
  );
}
