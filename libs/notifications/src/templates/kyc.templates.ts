import { KycLevelChanged } from '@app/accounts';
import { DocumentApproved, DocumentExpired, DocumentExpiring, DocumentRejected } from '@app/kyc';
import { owner } from './addressees.queries';
import { term } from './facts';
import { template } from './notification-template';

/** The facts of every notice about a document. */
const about = ({ data }: { data: DocumentApproved['data'] | DocumentExpiring['data'] }) => ({
  document_id: data.documentId,
  doc_type: term(data.docType),
  tier: data.tier,
});

export const KYC_TEMPLATES = [
  template(DocumentApproved, {
    type: 'kyc.document-approved',
    addressees: owner,
    facts: (event) => ({ ...about(event), level: event.data.level }),
    inbox: true,
    mail: 'essential',
    rows: ({ doc_type }) => [['document', doc_type]],
  }),
  template(DocumentRejected, {
    type: 'kyc.document-rejected',
    addressees: owner,
    facts: (event) => {
      const { level, reason, isRevoked, canRetry } = event.data;
      return { ...about(event), level, reason, is_revoked: isRevoked, can_retry: canRetry };
    },
    inbox: true,
    mail: 'essential',
    body: ({ is_revoked, can_retry }) => [
      is_revoked === 'true' ? 'body_revoked' : 'body',
      can_retry === 'true' ? 'retry' : 'final',
    ],
    rows: ({ doc_type }) => [['document', doc_type]],
  }),
  template(DocumentExpiring, {
    type: 'kyc.document-expiring',
    addressees: owner,
    facts: (event) => ({ ...about(event), expires_on: event.data.expiresOn, days: event.data.days }),
    inbox: true,
    mail: 'essential',
    rows: ({ doc_type, expires_on }) => [
      ['document', doc_type],
      ['expires', expires_on],
    ],
  }),
  template(DocumentExpired, {
    type: 'kyc.document-expired',
    addressees: ({ ownerId, data }) => (data.isRenewed ? [] : [{ ownerId }]),
    facts: (event) => ({ ...about(event), expires_on: event.data.expiresOn, level: event.data.level }),
    inbox: true,
    mail: 'essential',
    rows: ({ doc_type }) => [['document', doc_type]],
  }),
  template(KycLevelChanged, {
    type: 'kyc.level-changed',
    addressees: owner,
    facts: ({ data }) => ({ level: data.to, from_level: data.from, has_risen: data.to > data.from }),
    inbox: true,
    mail: 'essential',
    body: ({ has_risen }) => [has_risen === 'true' ? 'body' : 'body_lower'],
  }),
];
