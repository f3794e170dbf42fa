import { FundsTransferred, PaymentRequestDeclined, PaymentRequested } from '@app/wallet';
import { owner } from './addressees.queries';
import { instant, quoted } from './facts';
import { template } from './notification-template';

export const WALLET_TEMPLATES = [
  template(FundsTransferred, {
    type: 'transfer.received',
    // A transfer that pays a request is reported as `request.paid`.
    addressees: ({ data }) => (data.requestId ? [] : [{ ownerId: data.recipient.ownerId }]),
    facts: ({ data }) => ({
      transaction_id: data.transactionId,
      amount: data.received,
      from: data.sender.usertag,
      note: quoted(data.note),
    }),
    inbox: true,
    mail: 'email_money',
    mailsPerDay: 50,
    body: ({ note }) => [note ? 'body_with_note' : 'body'],
  }),
  template(PaymentRequested, {
    type: 'request.received',
    addressees: ({ data }) => [{ ownerId: data.askedId }],
    facts: ({ data }) => ({
      request_id: Number(data.requestId),
      amount: data.amount,
      from: data.asker,
      note: quoted(data.note),
      expires_at: instant(data.expiresAt),
    }),
    inbox: true,
    mail: 'email_money',
    mailsPerDay: 20,
    body: ({ note }) => [note ? 'body_with_note' : 'body'],
    rows: ({ expires_at }) => [['expires', expires_at]],
  }),
  template(FundsTransferred, {
    type: 'request.paid',
    addressees: ({ data }) => (data.requestId ? [{ ownerId: data.recipient.ownerId }] : []),
    facts: ({ data }) => ({
      request_id: Number(data.requestId),
      transaction_id: data.transactionId,
      amount: data.sent,
      received: data.received,
      from: data.sender.usertag,
    }),
    inbox: true,
    mail: 'email_money',
  }),
  template(PaymentRequestDeclined, {
    type: 'request.declined',
    addressees: owner,
    facts: ({ data }) => ({ request_id: Number(data.requestId), amount: data.amount, by: data.asked }),
    inbox: true,
    mail: 'none',
  }),
];
