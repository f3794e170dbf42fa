import { type Entry, label, money, t } from '../../kit';
import type { Invoice } from './invoice-parts';

const TONES: Record<string, Entry['tone']> = { sent: 'good', failed: 'bad' };

/** What happened, from what the invoice says. */
export function storyOf(invoice: Invoice): Entry[] {
  const { currency_code: currency, sent_at: sent, voided_at: voided } = invoice;
  const shown = (amount: number) => money(amount, currency);
  return [
    { at: invoice.created_at, title: t('invoices.story.created') },
    ...(sent ? [{ at: sent, title: t('invoices.story.sent') }] : []),
    ...invoice.mails.map((mail) => ({
      at: mail.created_at,
      tone: TONES[mail.status ?? ''],
      title: t(mail.type === 'reminder' ? 'invoices.story.reminder' : 'invoices.story.mail', {
        to: mail.recipient,
      }),
    })),
    ...invoice.payments.map((payment) => ({
      at: payment.paid_at,
      tone: 'good' as const,
      title: t('invoices.story.paid', {
        amount: shown(payment.amount),
        method: label('method', payment.method),
      }),
    })),
    ...invoice.credit_notes.map((note) => ({
      at: note.created_at,
      title: t('invoices.story.credit', {
        amount: shown(note.amount),
        number: note.number,
        reason: note.reason,
      }),
    })),
    ...(voided ? [{ at: voided, tone: 'bad' as const, title: t('invoices.story.void') }] : []),
  ];
}
