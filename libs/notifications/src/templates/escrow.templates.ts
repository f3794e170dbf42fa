import { UnappliedPaymentRefunded } from '@app/checkout';
import {
  EscrowCancelled,
  EscrowDisputeAnswered,
  EscrowDisputed,
  EscrowDisputeLate,
  EscrowFunded,
  EscrowOverdue,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
  type EscrowTerms,
} from '@app/escrow';
import { buyerOf, financeStaff, payeeOf } from './addressees.queries';
import { instant, quoted } from './facts';
import { type Addressee, type Row, template } from './notification-template';
import type { Stored } from '@app/write-path';

interface EscrowEvent {
  data: Stored<EscrowTerms>;
}

/** A buyer without an account has only an e-mail address, or not even that. */
function initiator({ data }: EscrowEvent): Addressee[] {
  if (data.initiatorId) return [{ ownerId: data.initiatorId }];
  return data.initiatorEmail ? [{ email: data.initiatorEmail }] : [];
}
const beneficiary = ({ data }: EscrowEvent): Addressee[] => [{ ownerId: data.beneficiaryId }];
const bothParties = (event: EscrowEvent): Addressee[] => [...initiator(event), ...beneficiary(event)];

const terms = (data: Stored<EscrowTerms>) => ({
  uuid: data.uuid,
  amount: data.amount,
  to: `@${data.beneficiary}`,
  from: data.initiatorId ? `@${data.initiator}` : (data.initiator ?? null),
  session_id: data.checkoutSessionId ?? null,
});
const refund = ({ initiator: { returned, way } }: Stored<EscrowSettlement>) => ({
  returned,
  through: way.through,
});
const dispute = (data: Pick<EscrowDisputed['data'], 'disputeId' | 'raisedBy'>) => ({
  dispute_uuid: data.disputeId,
  raised_by: data.raisedBy,
});

const reference = ({ uuid }: { uuid: string }): Row[] => [['escrow', uuid]];

/** Mails about disputes and refunds cannot be switched off, because they concern the money of both parties. */
export const ESCROW_TEMPLATES = [
  template(EscrowFunded, {
    type: 'escrow.locked',
    addressees: ({ data }) => (data.initiatorId ? [{ ownerId: data.initiatorId }] : []),
    facts: ({ data }) => ({ uuid: data.uuid, amount: data.amount, fee: data.fee, to: data.beneficiary }),
    inbox: true,
    mail: 'email_money',
    rows: ({ fee }) => [['fee', fee]],
  }),
  template(EscrowFunded, {
    type: 'escrow.portal',
    hasBrand: true,
    addressees: (event) => (event.data.initiatorId ? [] : initiator(event)),
    facts: async ({ data }, tx) => ({ ...terms(data), payee: await payeeOf(data.checkoutSessionId!, tx) }),
    inbox: false,
    mail: 'essential',
    action: 'escrow-portal',
    rows: reference,
  }),
  template(EscrowFunded, {
    type: 'escrow.funded',
    // An escrow that a checkout session paid is reported as `payment.received`.
    addressees: ({ data }) => (data.checkoutSessionId ? [] : [{ ownerId: data.beneficiaryId }]),
    facts: ({ data }) => ({ uuid: data.uuid, amount: data.amount, from: data.initiator }),
    inbox: true,
    mail: 'email_money',
    mailsPerDay: 20,
  }),
  template(EscrowReleased, {
    type: 'escrow.released',
    addressees: beneficiary,
    facts: ({ data }) => terms(data),
    inbox: true,
    mail: 'email_money',
    body: ({ from }) => [from ? 'body' : 'body_unknown_buyer'],
    rows: reference,
  }),
  template(EscrowReleased, {
    type: 'escrow.release-receipt',
    hasBrand: true,
    addressees: initiator,
    facts: ({ data }) => terms(data),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    rows: reference,
  }),
  template(EscrowCancelled, {
    type: 'escrow.cancelled',
    hasBrand: true,
    addressees: bothParties,
    facts: ({ data }) => ({ ...terms(data), ...refund(data.settlement) }),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    body: ({ through }) => [through === 'wallet' ? 'body_to_wallet' : 'body_to_source'],
    rows: reference,
  }),
  template(EscrowDisputed, {
    type: 'escrow.disputed',
    hasBrand: true,
    addressees: bothParties,
    facts: ({ data }) => ({
      ...terms(data),
      ...dispute(data),
      reason: quoted(data.reason),
      resolve_by: instant(data.resolveBy),
    }),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    body: ({ raised_by, from, reason }) => {
      const buyer = from ? 'raised_by_buyer' : 'raised_by_unknown_buyer';
      const raised = raised_by === 'initiator' ? buyer : 'raised_by_seller';
      return [reason ? `${raised}_with_reason` : raised, 'next_steps'];
    },
    rows: reference,
  }),
  template(EscrowDisputeAnswered, {
    type: 'escrow.dispute-answered',
    hasBrand: true,
    addressees: (event) => (event.data.raisedBy === 'initiator' ? initiator(event) : beneficiary(event)),
    facts: ({ data }) => ({ ...terms(data), ...dispute(data), response: quoted(data.response) }),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    body: ({ response }) => [response ? 'body_with_response' : 'body'],
    rows: reference,
  }),
  template(EscrowResolved, {
    type: 'escrow.resolved',
    hasBrand: true,
    addressees: bothParties,
    facts: ({ data }) => ({
      ...terms(data),
      ...refund(data.settlement),
      resolution: data.resolution,
      beneficiary_amount: data.settlement.beneficiary.amount,
    }),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    body: ({ resolution, through }) => {
      if (resolution === 'release') return ['body_release'];
      const decision = resolution === 'refund' ? 'refund' : 'split';
      return [`body_${decision}_to_${through === 'wallet' ? 'wallet' : 'source'}`];
    },
    rows: reference,
  }),
  template(EscrowOverdue, {
    type: 'escrow.overdue',
    hasBrand: true,
    addressees: bothParties,
    facts: ({ data }) => ({ ...terms(data), deadline_at: instant(data.deadlineAt) }),
    inbox: true,
    mail: 'essential',
    action: 'escrow-portal',
    body: ({ from }) => [from ? 'body' : 'body_unknown_buyer'],
    rows: reference,
  }),
  template(UnappliedPaymentRefunded, {
    type: 'escrow.refund-sent',
    hasBrand: true,
    addressees: ({ data }, tx) => (data.reason === 'escrow-returned' ? buyerOf(data.sessionId, tx) : []),
    facts: async ({ data }, tx) => ({
      session_id: data.sessionId,
      amount: data.amount,
      payee: await payeeOf(data.sessionId, tx),
    }),
    inbox: false,
    mail: 'essential',
    rows: ({ session_id }) => [['reference', session_id]],
  }),
  template(EscrowDisputeLate, {
    type: 'escrow.dispute-late',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), ...dispute(data), resolve_by: instant(data.resolveBy) }),
    inbox: true,
    mail: 'essential',
    rows: ({ dispute_uuid }) => [['dispute', dispute_uuid]],
  }),
];
