import {
  mailRecipientByEmail,
  EmailCodeIssued,
  NewDeviceSignedIn,
  PasswordChanged,
  PasswordResetRequested,
  PinLocked,
  StaffRoleChanged,
  TwoFactorReset,
  UserFrozen,
  UserUnfrozen,
} from '@app/accounts';
import { owner } from './addressees.queries';
import { instant, quoted } from './facts';
import { template } from './notification-template';

export const ACCOUNT_TEMPLATES = [
  template(EmailCodeIssued, {
    type: 'account.verify-email',
    addressees: owner,
    facts: ({ data }) => ({ code_id: data.codeId }),
    inbox: false,
    mail: 'essential',
    toUnverified: true,
    action: 'email-code',
    expiresAt: ({ data }) => data.expiresAt,
  }),
  template(PasswordResetRequested, {
    type: 'account.password-reset',
    addressees: async ({ data }, tx) => {
      const account = await mailRecipientByEmail(tx, data.email);
      return account && !account.frozen ? [{ ownerId: account.id }] : [];
    },
    facts: ({ data }) => ({ reset_id: data.resetId }),
    inbox: false,
    mail: 'essential',
    toUnverified: true,
    action: 'password-reset',
    expiresAt: ({ data }) => data.expiresAt,
  }),
  template(PasswordChanged, {
    type: 'security.password-changed',
    addressees: owner,
    facts: ({ createdAt }) => ({ changed_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
    toUnverified: true,
  }),
  template(NewDeviceSignedIn, {
    type: 'security.new-sign-in',
    addressees: owner,
    facts: ({ data }) => ({ device: quoted(data.device), ip: data.ip, signed_in_at: instant(data.at) }),
    inbox: true,
    mail: 'essential',
    body: ({ device }) => [device ? 'body_with_device' : 'body'],
  }),
  template(PinLocked, {
    type: 'security.pin-locked',
    addressees: owner,
    facts: ({ data }) => ({ unlocks_at: instant(data.unlocksAt) }),
    inbox: true,
    mail: 'essential',
  }),
  template(UserFrozen, {
    type: 'security.account-frozen',
    addressees: owner,
    // Without the reason, which is for staff: it may be that of a report to the authorities.
    facts: ({ createdAt }) => ({ frozen_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
  template(UserUnfrozen, {
    type: 'security.account-unfrozen',
    addressees: owner,
    facts: ({ createdAt }) => ({ unfrozen_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
  template(StaffRoleChanged, {
    type: 'security.staff-role',
    addressees: owner,
    facts: ({ data, createdAt }) => ({ role: data.after, changed_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
    body: ({ role }) => [role ? 'body' : 'body_removed'],
  }),
  template(TwoFactorReset, {
    type: 'security.two-factor-reset',
    addressees: owner,
    facts: ({ createdAt }) => ({ reset_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
];
