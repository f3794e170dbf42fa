import {
  can,
  Card,
  Columns,
  CopyButton,
  day,
  Facts,
  Fault,
  Head,
  Id,
  Link,
  money,
  Notice,
  Pill,
  t,
  Time,
  Timeline,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import { QrCode } from '../../parts/qr-code';
import { type DialogName, InvoiceDialogs } from './invoice-dialogs';
import { crumb, type Invoice, INVOICES, isOpen } from './invoice-parts';
import { PdfButton } from './pdf-button';
import { Sheet } from './sheet';
import { storyOf } from './story';

/** One invoice as its client gets it, with what became of it and what can be done. */
export default function InvoiceScreen() {
  const { id = '' } = useRoute().params;
  const { data: invoice, fault, reload } = useRead<Invoice>('invoice', { id });
  const [open, setOpen] = useState<DialogName | null>(null);
  if (!invoice) {
    return <Pending title={t('invoices.one')} crumb={crumb()} fault={fault} again={reload} />;
  }
  return (
    <>
      <Head
        crumb={crumb()}
        title={money(invoice.total, invoice.currency_code)}
        beside={<Pill status={invoice.status} />}
        under={`${invoice.invoice_number} · ${invoice.client_name}`}
        actions={<Actions invoice={invoice} open={setOpen} />}
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation invoice={invoice} />
      <Columns
        main={
          <>
            <Sheet invoice={invoice} />
            <Card title={t('invoices.story')}>
              <Timeline of={storyOf(invoice)} />
            </Card>
          </>
        }
        side={<Sides invoice={invoice} />}
      />
      <InvoiceDialogs name={open} invoice={invoice} onClose={() => setOpen(null)} onDone={reload} />
    </>
  );
}

interface ActionsProps {
  invoice: Invoice;
  open: (name: DialogName) => void;
}

function Actions({ invoice, open }: ActionsProps) {
  const isDraft = invoice.status === 'draft';
  const button = (name: DialogName, isPrimary = false) => (
    <button type="button" class={isPrimary ? 'button primary' : 'button'} onClick={() => open(name)}>
      {t(`invoices.${name}`)}
    </button>
  );
  return (
    <>
      {(isDraft || isOpen(invoice)) && can('voidInvoice') && invoice.amount_paid === 0 && button('void')}
      {isOpen(invoice) && can('creditInvoice') && button('credit')}
      <PdfButton id={invoice.id} number={invoice.invoice_number} />
      {isDraft && can('updateInvoice') && (
        <Link path={`${INVOICES}/${invoice.id}/edit`} class="button">
          {t('invoices.edit')}
        </Link>
      )}
      {isDraft && can('sendInvoice') && button('send', true)}
      {isOpen(invoice) && can('sendInvoice') && button('resend', true)}
    </>
  );
}

/** One sentence on what the invoice waits for. */
function Situation({ invoice }: { invoice: Invoice }) {
  const { status, due_date: due, payment_url: page } = invoice;
  if (status === 'draft') return <Notice kind="calm">{t('invoices.draft')}</Notice>;
  if (!isOpen(invoice)) return null;
  if (invoice.needs === 'kyb') return <Notice>{t('invoices.kyb')}</Notice>;
  return (
    <Notice
      kind={status === 'overdue' ? 'bad' : 'calm'}
      action={
        <span class="row">
          <span class="small">{t('invoices.page.copy')}</span>
          <CopyButton text={page} name={t('invoices.page')} />
        </span>
      }
    >
      {status === 'overdue' && t('invoices.overdue', { day: day(due!) })}
      {status === 'sent' && (due ? t('invoices.waits.until', { day: day(due) }) : t('invoices.waits'))}
    </Notice>
  );
}

function Sides({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('invoices.number'), invoice.invoice_number],
            invoice.due_date !== null && [t('invoices.due'), day(invoice.due_date)],
            [t('invoices.partial'), t(invoice.allow_partial ? 'invoices.yes' : 'invoices.no')],
            [t('invoices.reminders'), t(invoice.reminders ? 'invoices.yes' : 'invoices.no')],
            invoice.overpaid > 0 && [t('invoices.overpaid'), money(invoice.overpaid, invoice.currency_code)],
            [t('created'), <Time at={invoice.created_at} />],
          ]}
        />
      </Card>
      <Card title={t('invoices.client')}>
        <p>{invoice.client_name}</p>
        <p class="break">{invoice.client_email}</p>
      </Card>
      {isOpen(invoice) && (
        <Card title={t('invoices.page')}>
          <QrCode svg={invoice.qr_svg} name={t('invoices.qr')} />
        </Card>
      )}
      <Card title={t('ids')}>
        <p>
          <Id id={invoice.id} />
        </p>
      </Card>
    </>
  );
}
