import {
  FloatNeedsAttention,
  PayoutAccountAdded,
  PayoutCompleted,
  PayoutFailed,
  PayoutLate,
  PayoutPaidLate,
  PayoutProviderPaused,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
  PayoutStopped,
  type PayoutTerms,
  PayoutWaiting,
} from '@app/payouts';
import type { Stored } from '@app/write-path';
import { financeStaff, owner } from './addressees.queries';
import { instant } from './facts';
import { type Row, template } from './notification-template';

const terms = (data: Stored<PayoutTerms>) => ({
  transaction_id: data.uuid,
  amount: data.amount,
  destination: data.destination,
});
const reference = ({ transaction_id }: { transaction_id: string }): Row[] => [
  ['transaction', transaction_id],
];

/** Mails to the owner cannot be switched off where a withdrawal did not arrive. */
export const PAYOUT_TEMPLATES = [
  template(PayoutCompleted, {
    type: 'payout.completed',
    addressees: owner,
    facts: ({ data }) => ({ ...terms(data), fee: data.fee }),
    inbox: true,
    mail: 'email_money',
    rows: ({ fee, transaction_id }) => [
      ['fee', fee],
      ['transaction', transaction_id],
    ],
  }),
  template(PayoutFailed, {
    type: 'payout.failed',
    addressees: owner,
    facts: ({ data }) => ({ ...terms(data), fee: data.fee, reason: data.reason }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutWaiting, {
    type: 'payout.waiting',
    addressees: owner,
    facts: ({ data }) => ({ ...terms(data), cause: data.cause }),
    inbox: true,
    mail: 'essential',
    body: ({ cause }) => [cause === 'unclaimed' ? 'body' : 'body_held'],
    rows: reference,
  }),
  template(PayoutReturned, {
    type: 'payout.returned',
    addressees: owner,
    facts: ({ data }) => ({ ...terms(data), credited: data.credited }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutStopped, {
    type: 'payout.stopped',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), reason: data.reason }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutLate, {
    type: 'payout.late',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), due_by: instant(data.dueBy) }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutReturnReported, {
    type: 'payout.return-reported',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), returned: data.returned }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutReturnWithdrawn, {
    type: 'payout.return-withdrawn',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), returned: data.returned }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(PayoutPaidLate, {
    type: 'payout.paid-late',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), payout: data.payout }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(FloatNeedsAttention, {
    type: 'payout.float-needs-attention',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data: { method, cause, reported, booked } }) => ({ method, cause, reported, booked }),
    inbox: true,
    mail: 'essential',
    body: ({ cause }) => [cause === 'low' ? 'body_low' : 'body'],
  }),
  template(PayoutProviderPaused, {
    type: 'payout.provider-paused',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data: { provider, cause, reason } }) => ({ provider, cause, reason }),
    inbox: true,
    mail: 'essential',
    body: ({ cause }) => [cause === 'insufficient_float' ? 'body' : 'body_key'],
  }),
  template(PayoutAccountAdded, {
    type: 'security.payout-account-added',
    addressees: owner,
    facts: ({ data }) => ({
      account: data.masked,
      account_currency: data.currency,
      added_at: instant(data.addedAt),
    }),
    inbox: true,
    mail: 'essential',
  }),
];
