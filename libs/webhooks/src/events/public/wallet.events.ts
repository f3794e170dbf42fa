import { DepositConfirmed } from '@app/deposits';
import { minorToJsonNumber } from '@app/kernel';
import { PayrollItemPaid } from '@app/payroll';
import { FundsTransferred } from '@app/wallet';
import { major, money } from '../amounts.mapping';
import { balanceAfterJournal } from '../balance-after-journal.queries';
import { amount, currency, text, uuid } from '../fields';
import { publicEvent } from '../public-event';

export const WALLET_EVENTS = [
  publicEvent({
    name: 'deposit.confirmed',
    sentWhen: 'a deposit is credited to the wallet, through any gateway',
    when: DepositConfirmed,
    subject: 'tx_ref',
    fields: {
      transaction_id: uuid('the transaction in the history'),
      tx_ref: text(
        'dep_7Hq2mX9aRt4KcV1bZp',
        'as its initiation answered it; of a transfer to the account number: va_ and the owner',
      ),
      amount: amount(1000, 'what was credited'),
      currency: currency('of the wallet'),
      gateway: text('simulator', 'the company that collected it'),
      wallet_id: uuid('the wallet'),
      new_balance: amount(12500.5, 'its balance right after'),
    },
    // The transaction of a deposit is the journal that booked it.
    from: async ({ data }, tx) => ({
      transaction_id: data.transactionId,
      tx_ref: data.txRef,
      ...money(data.amount),
      gateway: data.gateway,
      wallet_id: data.walletId,
      new_balance: minorToJsonNumber(await balanceAfterJournal(tx, data.transactionId, data.accountId)),
    }),
  }),

  publicEvent({
    name: 'transfer.received',
    sentWhen: 'a transfer from another user is credited, or a row of a payroll',
    when: [FundsTransferred, PayrollItemPaid],
    subject: 'transaction_id',
    fields: {
      transaction_id: uuid('the transaction in both histories'),
      amount: amount(1540, 'what was credited'),
      currency: currency('of the wallet it was credited to'),
      sent_amount: amount(1540, 'what was sent, without the fee'),
      sent_currency: currency('it was sent in'),
      from: text('ada', 'the sender’s user tag'),
    },
    from: ({ data }) => ({
      transaction_id: data.transactionId,
      ...money(data.received),
      sent_amount: major(data.sent),
      sent_currency: data.sent.currency,
      from: data.sender.usertag,
    }),
    to: ({ data }) => [data.recipient.ownerId],
  }),
];
