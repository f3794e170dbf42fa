import { AccountClosed } from '@app/accounts';
import { DepositConfirmed, DepositDeclined } from '@app/deposits';
import { accountNumberOf, financeStaff, owner } from './addressees.queries';
import { quoted } from './facts';
import { template } from './notification-template';

export const DEPOSIT_TEMPLATES = [
  template(DepositConfirmed, {
    type: 'deposit.confirmed',
    addressees: owner,
    facts: ({ data }) => ({ transaction_id: data.transactionId, tx_ref: data.txRef, amount: data.amount }),
    inbox: true,
    mail: 'email_money',
    rows: ({ tx_ref }) => [['reference', tx_ref]],
  }),
  template(DepositDeclined, {
    type: 'deposit.failed',
    addressees: owner,
    facts: ({ data }) => ({ tx_ref: data.txRef, amount: data.amount, reason: quoted(data.reason) }),
    inbox: true,
    mail: 'none',
    body: ({ reason }) => [reason ? 'body_with_reason' : 'body'],
  }),
  // No provider is asked to end account numbers by this service.
  template(AccountClosed, {
    type: 'deposit.account-number-of-closed-account',
    addressees: async ({ data }, tx) => ((await accountNumberOf(data.userId, tx)) ? financeStaff(tx) : []),
    facts: async ({ data }, tx) => ({
      user_id: data.userId,
      account: await accountNumberOf(data.userId, tx),
    }),
    inbox: true,
    mail: 'essential',
  }),
];
