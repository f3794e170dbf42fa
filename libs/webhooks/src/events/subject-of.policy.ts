import type { WebhookEvent } from '@app/merchants';

type Data = Record<string, unknown>;

const session = ({ session_id }: Data) => session_id;
const transaction = ({ transaction_id }: Data) => transaction_id;
const escrow = ({ uuid }: Data) => uuid;
const user = ({ user_id }: Data) => user_id;
const invoice = ({ invoice_number }: Data) => invoice_number;
/** The invoices of its cycles belong to its story. */
const subscription = ({ subscription_id }: Data) => subscription_id;

/** What each event is about, as its own data name it: events about the same are numbered and sent in order. */
const SUBJECTS: Record<WebhookEvent, (data: Data) => unknown> = {
  'payment.success': session,
  'payment.failed': session,
  'checkout.completed': ({ session }) => String((session as Data).id),
  'deposit.confirmed': ({ tx_ref }) => tx_ref,
  'transfer.received': transaction,
  'payout.completed': transaction,
  'payout.failed': transaction,
  'transfer.completed': ({ reference }) => reference,
  'escrow.funded': escrow,
  'escrow.released': escrow,
  'escrow.disputed': escrow,
  'escrow.resolved': escrow,
  'kyc.approved': user,
  'kyc.rejected': user,
  'invoice.paid': invoice,
  'invoice.overdue': invoice,
  'payroll.completed': ({ batch_id }) => batch_id,
  'subscription.created': subscription,
  'subscription.cancelled': subscription,
  'subscription.resumed': subscription,
  'subscription.cancel_scheduled': subscription,
  'subscription.autopay_stopped': subscription,
  'subscription.wallet_authorized': subscription,
  'subscription_invoice.created': subscription,
  'subscription_invoice.paid': subscription,
  'subscription_invoice.payment_failed': subscription,
  'subscription_card.attached': subscription,
  'test.ping': ({ webhook_id }) => webhook_id,
};

/** The id of what an event is about, fit for a header; null where its data name nothing. */
export function subjectOf(event: WebhookEvent, data: object): string | null {
  const id = SUBJECTS[event](data as Data);
  return typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) ? id : null;
}
