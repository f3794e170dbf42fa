import { DepositDeclined } from '@app/deposits';
import { DepositConfirmed } from '@app/ledger';
import { owner } from './addressees.queries';
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
];
