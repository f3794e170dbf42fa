import { EscrowDisputed, EscrowFunded, EscrowReleased, EscrowResolved, type EscrowTerms } from '@app/escrow';
import type { Stored } from '@app/write-path';
import { major, money } from '../amounts.mapping';
import { amount, choice, code, currency, flag, nullable, object, text, time, uuid } from '../fields';
import { publicEvent } from '../public-event';

const fields = {
  uuid: uuid('the escrow'),
  amount: amount(120000, 'what is held for the beneficiary'),
  fee: amount(1800, 'paid on top by the initiator'),
  currency: currency('of the escrow'),
  initiator: nullable(
    text('ada', 'user tag of the payer, else the e-mail address; null where neither is known'),
  ),
  beneficiary: text('demo_merchant', 'user tag of the payee'),
  checkout_session_id: nullable(code('cs_test_', 'where it comes from a checkout session')),
  is_test: flag(false, 'true in test mode'),
};

function terms(data: Stored<EscrowTerms>) {
  return {
    uuid: data.uuid,
    ...money(data.amount),
    fee: major(data.fee),
    initiator: data.initiator,
    beneficiary: data.beneficiary,
    checkout_session_id: data.checkoutSessionId,
    is_test: data.isTest,
  };
}

/** Both parties get it through their own apps; a buyer without an account has none. */
function parties({ data: { beneficiaryId, initiatorId } }: { data: Stored<EscrowTerms> }): string[] {
  return initiatorId ? [beneficiaryId, initiatorId] : [beneficiaryId];
}

export const ESCROW_EVENTS = [
  publicEvent({
    name: 'escrow.funded',
    sentWhen: 'an escrow is created, or a checkout session paid into one: its funds are locked',
    when: EscrowFunded,
    subject: 'uuid',
    fields: { ...fields, status: choice(['funded'], 'of the escrow') },
    from: ({ data }) => ({ ...terms(data), status: 'funded' as const }),
    to: parties,
  }),

  publicEvent({
    name: 'escrow.released',
    sentWhen: 'the initiator releases the funds to the beneficiary',
    when: EscrowReleased,
    subject: 'uuid',
    fields: { ...fields, status: choice(['released'], 'of the escrow') },
    from: ({ data }) => ({ ...terms(data), status: 'released' as const }),
    to: parties,
  }),

  publicEvent({
    name: 'escrow.disputed',
    sentWhen: 'either party raises a dispute',
    when: EscrowDisputed,
    subject: 'uuid',
    fields: {
      ...fields,
      status: choice(['disputed'], 'of the escrow'),
      dispute: object(
        {
          dispute_uuid: uuid('the dispute'),
          status: choice(['open'], 'of the dispute'),
          raised_by: choice(['initiator', 'beneficiary'], 'who raised it'),
          reason: text('The goods never came.', 'in their words'),
          evidence: nullable(
            text(
              'https://files.example.com/photo.jpg',
              'an https address or text, as given; we never open it',
            ),
          ),
          resolve_by: time('when it is to be resolved at the latest: 48 hours after it was raised'),
        },
        'what it is about',
      ),
    },
    from: ({ data }) => ({
      ...terms(data),
      status: 'disputed' as const,
      dispute: {
        dispute_uuid: data.disputeId,
        status: 'open' as const,
        raised_by: data.raisedBy,
        reason: data.reason,
        evidence: data.evidence,
        resolve_by: data.resolveBy,
      },
    }),
    to: parties,
  }),

  publicEvent({
    name: 'escrow.resolved',
    sentWhen: 'staff resolve a dispute',
    when: EscrowResolved,
    subject: 'uuid',
    fields: {
      ...fields,
      status: choice(['released', 'refunded', 'resolved_split'], 'of the escrow'),
      resolution: choice(['release', 'refund', 'split'], 'what was decided'),
      beneficiary_amount: amount(120000, 'what the beneficiary got'),
      initiator_amount: amount(0, 'what went back to the initiator; the fee is in it where all was refunded'),
    },
    from: ({ data }) => ({
      ...terms(data),
      status: data.status,
      resolution: data.resolution,
      beneficiary_amount: major(data.settlement.beneficiary.amount),
      initiator_amount: major(data.settlement.initiator.amount),
    }),
    to: parties,
  }),
];
