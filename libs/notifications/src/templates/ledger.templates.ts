import { BookFaultFound, JournalReversed } from '@app/ledger';
import { ownersOf } from './addressees.queries';
import { template } from './notification-template';

export const LEDGER_TEMPLATES = [
  template(JournalReversed, {
    type: 'transaction.reversed',
    addressees: ({ data }, tx) =>
      ownersOf(
        data.legs.map(({ accountId }) => accountId),
        tx,
      ),
    facts: ({ data }) => ({
      transaction_id: data.reversalId,
      reversed_transaction_id: data.journalId,
      amount: data.amount,
    }),
    inbox: true,
    mail: 'email_money',
    rows: ({ reversed_transaction_id }) => [['transaction', reversed_transaction_id]],
  }),
  template(BookFaultFound, {
    type: 'wallet.frozen',
    addressees: ({ data }, tx) => ownersOf(data.frozen, tx),
    facts: ({ data }) => ({ fault_id: data.faultId }),
    inbox: true,
    mail: 'essential',
  }),
];
