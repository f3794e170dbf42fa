import {
  BvnCheckRepeated,
  BvnNotVerified,
  BvnVerified,
  KybApproved,
  KybRejected,
  KybReopened,
  KybRevoked,
  NameChangeRejected,
} from '@app/kyc';
import { owner } from './addressees.queries';
import { template } from './notification-template';

/** BVN verifications, changed names and business reviews. Reasons are written by staff, so mails contain them. */
export const KYB_TEMPLATES = [
  template(BvnVerified, {
    type: 'kyc.bvn-verified',
    addressees: owner,
    facts: () => ({}),
    inbox: true,
    mail: 'essential',
  }),
  template(BvnNotVerified, {
    type: 'kyc.bvn-not-verified',
    // Where the person waited for it, the response contains it.
    addressees: (event) => (event.data.isDeferred ? owner(event) : []),
    facts: () => ({}),
    inbox: true,
    mail: 'essential',
  }),
  template(BvnCheckRepeated, {
    type: 'kyc.bvn-check-repeated',
    addressees: owner,
    facts: () => ({}),
    inbox: true,
    mail: 'essential',
  }),
  template(NameChangeRejected, {
    type: 'kyc.name-rejected',
    addressees: owner,
    facts: ({ data }) => ({ reason: data.reason }),
    inbox: true,
    mail: 'essential',
  }),
  template(KybApproved, {
    type: 'kyb.approved',
    addressees: owner,
    facts: () => ({}),
    inbox: true,
    mail: 'essential',
  }),
  template(KybRejected, {
    type: 'kyb.rejected',
    addressees: owner,
    facts: ({ data }) => ({ reason: data.reason, final: data.isFinal }),
    inbox: true,
    mail: 'essential',
    body: ({ final }) => [final === 'true' ? 'body_final' : 'body'],
  }),
  template(KybRevoked, {
    type: 'kyb.revoked',
    addressees: owner,
    facts: ({ data }) => ({ reason: data.reason }),
    inbox: true,
    mail: 'essential',
  }),
  template(KybReopened, {
    type: 'kyb.reopened',
    addressees: owner,
    facts: () => ({}),
    inbox: true,
    mail: 'essential',
  }),
];
