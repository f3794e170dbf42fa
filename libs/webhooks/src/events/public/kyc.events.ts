import { DOC_TYPES, DocumentApproved, DocumentRejected } from '@app/kyc';
import { choice, integer, sometimes, text, uuid } from '../fields';
import { publicEvent } from '../public-event';

const ABOUT = {
  user_id: uuid('the account'),
  tier: integer(1, 'for which the document was uploaded'),
  doc_type: choice(DOC_TYPES, 'what the document is'),
  level: integer(1, 'of the account, after the decision'),
};

export const KYC_EVENTS = [
  publicEvent({
    name: 'kyc.approved',
    sentWhen: 'a KYC document is approved',
    when: DocumentApproved,
    subject: 'user_id',
    fields: ABOUT,
    from: ({ data: { userId, tier, docType, level } }) => ({
      user_id: userId,
      tier,
      doc_type: docType,
      level,
    }),
  }),

  publicEvent({
    name: 'kyc.rejected',
    sentWhen: 'a KYC document is rejected, or its approval revoked',
    when: DocumentRejected,
    subject: 'user_id',
    fields: {
      ...ABOUT,
      reason: sometimes(text('The picture is blurred', 'as staff gave it to the account')),
    },
    from: ({ data: { userId, tier, docType, level, reason } }) => ({
      user_id: userId,
      tier,
      doc_type: docType,
      level,
      reason,
    }),
  }),
];
