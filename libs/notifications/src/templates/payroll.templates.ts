import { PayrollCompleted, PayrollItemPaid } from '@app/payroll';
import { owner } from './addressees.queries';
import { quoted } from './facts';
import { template } from './notification-template';

export const PAYROLL_TEMPLATES = [
  template(PayrollItemPaid, {
    type: 'payroll.received',
    addressees: ({ data }) => [{ ownerId: data.recipient.ownerId }],
    facts: ({ data }) => ({
      transaction_id: data.transactionId,
      amount: data.received,
      from: data.sender.usertag,
      note: quoted(data.note ?? data.batchName),
    }),
    inbox: true,
    mail: 'email_money',
    mailsPerDay: 50,
    body: ({ note }) => [note ? 'body_with_note' : 'body'],
  }),
  template(PayrollCompleted, {
    type: 'payroll.completed',
    addressees: owner,
    facts: ({ data }) => ({
      batch_id: data.batchId,
      amount: data.total,
      recipient_count: data.recipientCount,
      batch_name: quoted(data.batchName),
    }),
    inbox: true,
    mail: 'email_money',
    body: ({ batch_name }) => [batch_name ? 'body_with_name' : 'body'],
    rows: ({ recipient_count, batch_id }) => [
      ['recipients', recipient_count],
      ['batch', batch_id],
    ],
  }),
];
