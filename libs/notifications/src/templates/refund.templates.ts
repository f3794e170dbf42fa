import {
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundReturned,
  type RefundTerms,
} from '@app/checkout';
import type { Stored } from '@app/write-path';
import type { PoolClient } from 'pg';
import { businessName, buyerOf, owner } from './addressees.queries';
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
    facts: receipt,
    inbox: false,
    mail: 'essential',
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
];
