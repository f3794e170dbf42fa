import { PayrollCompleted } from '@app/payroll';
import { major } from '../amounts.mapping';
import { amount, currency, integer, nullable, text, time, uuid } from '../fields';
import { publicEvent } from '../public-event';

export const PAYROLL_EVENTS = [
  publicEvent({
    name: 'payroll.completed',
    sentWhen: 'a payroll batch is fully processed',
    when: PayrollCompleted,
    subject: 'batch_id',
    fields: {
      batch_id: uuid('the batch'),
      batch_name: nullable(text('November', 'as given')),
      total: amount(900000, 'what all recipients got'),
      total_amount: amount(900000, 'the same as `total`'),
      count: integer(12, 'how many were paid'),
      recipient_count: integer(12, 'the same as `count`'),
      currency_code: currency('of the batch'),
      completed_at: time('when it was processed'),
    },
    from: ({ data: { batchId, batchName, total, recipientCount, completedAt } }) => ({
      batch_id: batchId,
      batch_name: batchName,
      total: major(total),
      total_amount: major(total),
      count: recipientCount,
      recipient_count: recipientCount,
      currency_code: total.currency,
      completed_at: completedAt,
    }),
  }),
];
