import type { Notice } from './notice';

/** What both sides of a payroll are told: each recipient of their row, the employer of the whole. */
export const PAYROLL_NOTICES: readonly Notice[] = [
  {
    type: 'payroll.received',
    when: 'payroll.item-paid',
    to: ({ data }) => [{ ownerId: data.recipient.ownerId }],
    facts: ({ data }) => ({
      ...{ transaction_id: data.transactionId, amount: data.received, from: data.sender.usertag },
      note: { said: data.note ?? data.batchName },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `You were paid ${f.amount}`,
        body: `@${f.from} paid you ${f.amount}${f.note ? `: ${f.note}` : '.'}`,
      }),
      fr: (f) => ({
        title: `Vous avez été payé : ${f.amount}`,
        body: `@${f.from} vous a versé ${f.amount}${f.note ? ` : ${f.note}` : '.'}`,
      }),
    },
  },
  {
    type: 'payroll.completed',
    when: 'payroll.completed',
    to: ({ ownerId }) => [{ ownerId }],
    facts: ({ data }) => ({
      ...{ batch_id: data.batchId, amount: data.total, recipient_count: data.recipientCount },
      batch_name: { said: data.batchName },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `Payroll of ${f.amount} is paid`,
        body: `All rows of your payroll${f.batch_name ? ` “${f.batch_name}”` : ''} are paid, ${f.amount} in all.`,
        rows: [
          ['Recipients', f.recipient_count!],
          ['Batch', f.batch_id!],
        ],
      }),
      fr: (f) => ({
        title: `Paie de ${f.amount} versée`,
        body: `Toutes les lignes de votre paie${f.batch_name ? ` « ${f.batch_name} »` : ''} sont payées, ${f.amount} au total.`,
        rows: [
          ['Bénéficiaires', f.recipient_count!],
          ['Lot', f.batch_id!],
        ],
      }),
    },
  },
];
