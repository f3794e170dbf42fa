import { StateMachine } from '@app/kernel';

export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'overdue', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

type Verb = 'update' | 'send' | 'receive' | 'pass-due' | 'credit' | 'settle' | 'void';

/** `settle`: nothing is due any more. A credit of everything, where nothing was paid, voids the invoice. */
export const invoiceStates = new StateMachine<InvoiceStatus, Verb>(
  'invoice',
  'draft',
  {
    draft: { update: 'draft', send: 'sent', void: 'void' },
    sent: {
      send: 'sent',
      receive: 'sent',
      credit: 'sent',
      settle: 'paid',
      'pass-due': 'overdue',
      void: 'void',
    },
    overdue: { send: 'overdue', receive: 'overdue', credit: 'overdue', settle: 'paid', void: 'void' },
    paid: {},
    void: {},
  },
  { update: 'changed', send: 'sent', credit: 'credited' },
);
