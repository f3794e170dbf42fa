import { type ActionName, call, FormDialog, mode, money, t, TextField, toast } from '../../kit';
import type { Invoice } from './invoice-parts';

export type DialogName = 'send' | 'resend' | 'credit' | 'void';

interface Props {
  invoice: Invoice;
  onClose: () => void;
  onDone: () => void;
}

/** The dialog of this name, if any. */
export function InvoiceDialogs({ name, invoice, onClose, onDone }: Props & { name: DialogName | null }) {
  const send = async (action: ActionName, fields: object, key: string, done: string) => {
    await call(action, { body: { id: invoice.id, ...fields }, key });
    toast(done);
    onClose();
    onDone();
  };
  switch (name) {
    case 'send':
    case 'resend':
      return (
        <FormDialog
          title={t(`invoices.${name}`)}
          text={t(mode.value === 'test' ? 'invoices.send.test' : 'invoices.send.text', {
            to: invoice.client_email,
          })}
          submit={t(`invoices.${name}`)}
          onClose={onClose}
          onSubmit={(_, key) => send('sendInvoice', {}, key, t('invoices.sent'))}
        />
      );
    case 'void':
      return (
        <FormDialog
          title={t('invoices.void')}
          text={t('invoices.void.text')}
          submit={t('invoices.void')}
          isDangerous
          onClose={onClose}
          onSubmit={(_, key) => send('voidInvoice', {}, key, t('invoices.voided'))}
        />
      );
    case 'credit':
      return (
        <FormDialog
          title={t('invoices.credit')}
          text={t('invoices.credit.text', { amount: money(invoice.amount_due, invoice.currency_code) })}
          submit={t('invoices.credit')}
          onClose={onClose}
          onSubmit={({ amount, reason }, key) =>
            send('creditInvoice', { amount, reason }, key, t('invoices.credit.done'))
          }
        >
          <TextField
            name="amount"
            label={t('invoices.credit.amount', { currency: invoice.currency_code })}
            inputmode="decimal"
            isFocused
          />
          <TextField name="reason" label={t('reason')} hint={t('invoices.credit.reason')} maxLength={500} />
        </FormDialog>
      );
    default:
      return null;
  }
}
