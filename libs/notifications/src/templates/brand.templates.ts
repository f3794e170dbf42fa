import { BrandNameApproved, BrandNameRejected, SupportEmailCodeIssued } from '@app/accounts';
import { businessName, owner } from './addressees.queries';
import { template } from './notification-template';

export const BRAND_TEMPLATES = [
  template(BrandNameApproved, {
    type: 'brand.name-approved',
    addressees: owner,
    facts: ({ data }) => ({ name: data.name }),
    inbox: true,
    mail: 'essential',
  }),
  template(BrandNameRejected, {
    type: 'brand.name-rejected',
    addressees: owner,
    facts: ({ data }) => ({ name: data.name, reason: data.reason }),
    inbox: true,
    mail: 'essential',
  }),
  template(SupportEmailCodeIssued, {
    type: 'brand.support-email',
    addressees: ({ data: { email, isMailed, ownerId } }) => (isMailed ? [{ email, account: ownerId }] : []),
    facts: async ({ data }, tx) => ({
      code_id: data.codeId,
      business: await businessName(data.ownerId, tx),
    }),
    inbox: false,
    mail: 'essential',
    action: 'email-code',
    expiresAt: ({ data }) => data.expiresAt,
  }),
];
