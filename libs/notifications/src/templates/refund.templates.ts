import {
  RefundAccountNeeded,
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundLate,
  RefundReturned,
  type RefundTerms,
} from '@app/checkout';
import type { Stored } from '@app/write-path';
import type { PoolClient } from 'pg';
import { businessName, buyerOf, financeStaff, owner } from './addressees.queries';
import { instant } from './facts';
import { type Addressee, type Row, template } from './notification-template';

type Event = { ownerId: string; data: Stored<RefundTerms> };

/** What the merchant reads. */
const terms = ({ data }: Event) => ({
  refund_id: data.refundId,
  amount: data.face,
  debited: data.debited,
  payment: data.sessionId ?? data.invoiceId,
});
/** What the payer reads. */
const receipt = async ({ ownerId, data }: Event, tx: PoolClient) => ({
  refund_id: data.refundId,
  amount: data.charge,
  payee: await businessName(ownerId, tx),
});
const reference = ({ refund_id }: { refund_id: string }): Row[] => [['reference', refund_id]];

/** The address of the payer, where one is known. */
function payerOf({ data }: Event, tx: PoolClient): Addressee[] | Promise<Addressee[]> {
  if (data.customerEmail) return [{ email: data.customerEmail }];
  return data.sessionId === null ? [] : buyerOf(data.sessionId, tx);
}

export const REFUND_TEMPLATES = [
  template(RefundCreated, {
    type: 'refund.announced',
    // A wallet has it at once.
    addressees: (event, tx) => (event.data.rail === 'wallet' ? [] : payerOf(event, tx)),
    facts: receipt,
    inbox: false,
    mail: 'essential',
    rows: reference,
  }),
  template(RefundCompleted, {
    type: 'refund.sent',
    addressees: (event, tx) => (event.data.rail === 'wallet' ? [] : payerOf(event, tx)),
    facts: async (event, tx) => ({ ...(await receipt(event, tx)), account: event.data.destination }),
    inbox: false,
    mail: 'essential',
    body: ({ account }) => [account ? 'body_account' : 'body'],
    rows: reference,
  }),
  template(RefundAccountNeeded, {
    type: 'refund.account-needed',
    hasBrand: true,
    addressees: payerOf,
    facts: async (event, tx) => ({
      ...(await receipt(event, tx)),
      id: event.data.id,
      until: instant(event.data.until),
    }),
    inbox: false,
    mail: 'essential',
    action: 'refund-account',
    expiresAt: ({ data }) => data.until,
    rows: reference,
  }),
  template(RefundCompleted, {
    type: 'refund.received',
    addressees: ({ data }) => (data.payer ? [{ ownerId: data.payer.ownerId }] : []),
    facts: receipt,
    inbox: true,
    mail: 'email_money',
    rows: reference,
  }),
  template(RefundFailed, {
    type: 'refund.failed',
    addressees: owner,
    facts: (event) => ({ ...terms(event), failure: event.data.failure }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(RefundReturned, {
    type: 'refund.returned',
    addressees: owner,
    facts: terms,
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
  template(RefundLate, {
    type: 'refund.late',
    addressees: (_, tx) => financeStaff(tx),
    facts: (event) => ({ ...terms(event), taken_at: instant(event.data.takenAt) }),
    inbox: true,
    mail: 'essential',
    rows: reference,
  }),
];
