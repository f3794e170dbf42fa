import { PayoutCompleted, PayoutFailed, PayoutReturned, type PayoutTerms } from '@app/payouts';
import type { Stored } from '@app/write-path';
import { major, money } from '../amounts.mapping';
import { amount, choice, currency, nullable, text, uuid } from '../fields';
import { publicEvent } from '../public-event';

const fields = {
  transaction_id: uuid('the withdrawal, as payout.php?action=initiate answered it'),
  amount: amount(50000, 'what left the wallet, without the fee'),
  fee: amount(500, 'paid on top'),
  currency: currency('of the wallet'),
  method: choice(['bank', 'extwallet', 'mobile_money'], 'how it is paid out'),
};

function terms(data: Stored<PayoutTerms>) {
  return {
    transaction_id: data.uuid,
    ...money(data.amount),
    fee: major(data.fee),
    method: data.method,
  };
}

const completedFields = { ...fields, status: choice(['completed'], 'of the withdrawal') };
const completedTerms = (data: Stored<PayoutTerms>) => ({ ...terms(data), status: 'completed' as const });

export const PAYOUT_EVENTS = [
  publicEvent({
    name: 'payout.completed',
    sentWhen: 'the money of a withdrawal was delivered',
    when: PayoutCompleted,
    subject: 'transaction_id',
    fields: completedFields,
    from: ({ data }) => completedTerms(data),
  }),

  publicEvent({
    name: 'transfer.completed',
    sentWhen: 'the money of a withdrawal was delivered, to endpoints that name this event',
    when: PayoutCompleted,
    subject: 'transaction_id',
    onRequest: true,
    fields: {
      ...completedFields,
      reference: uuid('the same as transaction_id'),
      bank_name: nullable(text('Guaranty Trust Bank', 'of a bank account; null if it is not known')),
      account: text('•••• 6789', 'the account that was paid, masked'),
    },
    from: ({ data }) => ({
      ...completedTerms(data),
      reference: data.uuid,
      // Events of earlier versions have no bank.
      bank_name: data.bankName ?? null,
      account: data.destination,
    }),
  }),

  publicEvent({
    name: 'payout.failed',
    sentWhen: 'a withdrawal failed: amount and fee are in the wallet again',
    when: PayoutFailed,
    subject: 'transaction_id',
    fields: {
      ...fields,
      status: choice(['failed'], 'of the withdrawal'),
      reason: text('The bank does not know this account', 'why it failed'),
    },
    from: ({ data }) => ({ ...terms(data), status: 'failed' as const, reason: data.reason }),
  }),

  publicEvent({
    name: 'payout.returned',
    sentWhen: 'the money of a completed withdrawal came back and was credited; its status stays completed',
    when: PayoutReturned,
    subject: 'transaction_id',
    fields: {
      ...fields,
      status: choice(['completed'], 'of the withdrawal'),
      credited_amount: amount(50000, 'what was credited, in the currency of the wallet; the fee is kept'),
    },
    from: ({ data }) => ({
      ...terms(data),
      status: 'completed' as const,
      credited_amount: major(data.credited),
    }),
  }),
];
