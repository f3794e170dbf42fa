import {
  AccountClosed,
  AccountReported,
  mailRecipientByEmail,
  EmailChanged,
  EmailChangeRequested,
  EmailCodeIssued,
  NewDeviceSignedIn,
  PasswordChanged,
  PasswordResetRequested,
  PhoneChanged,
  PinChanged,
  PinLocked,
  RecoveryCodesRenewed,
  RecoveryCodeUsed,
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorLocked,
  TwoFactorReset,
  StaffRoleChanged,
  StaffWorkWaiting,
  UserFrozen,
  UserUnfrozen,
} from '@app/accounts';
import { ManyPeopleViewed } from '@app/http';
import { emailOf, holderOf, owner, staffWith, supportStaff } from './addressees.queries';
import { instant, quoted } from './facts';
import { template } from './notification-template';

const changedAt = ({ createdAt }: { createdAt: Date }) => ({ changed_at: instant(createdAt.toISOString()) });

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
    facts: changedAt,
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
  template(TwoFactorEnabled, {
    type: 'security.two-factor-enabled',
    addressees: owner,
    facts: changedAt,
    inbox: true,
    mail: 'essential',
  }),
  template(TwoFactorDisabled, {
    type: 'security.two-factor-disabled',
    addressees: owner,
    facts: changedAt,
    inbox: true,
    mail: 'essential',
  }),
  template(TwoFactorReset, {
    type: 'security.two-factor-reset',
    addressees: owner,
    facts: changedAt,
    inbox: true,
    mail: 'essential',
  }),
  template(TwoFactorLocked, {
    type: 'security.two-factor-locked',
    addressees: owner,
    facts: ({ data }) => ({ unlocks_at: instant(data.unlocksAt) }),
    inbox: true,
    mail: 'essential',
  }),
  template(RecoveryCodesRenewed, {
    type: 'security.recovery-codes-renewed',
    addressees: owner,
    facts: changedAt,
    inbox: true,
    mail: 'essential',
  }),
  template(RecoveryCodeUsed, {
    type: 'security.recovery-code-used',
    addressees: owner,
    facts: ({ data, createdAt }) => ({ used_at: instant(createdAt.toISOString()), left: data.left }),
    inbox: true,
    mail: 'essential',
  }),
  template(PinChanged, {
    type: 'security.pin-changed',
    addressees: owner,
    facts: ({ createdAt }) => ({ changed_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
  template(EmailChangeRequested, {
    type: 'account.confirm-email',
    addressees: async ({ data: { to, isMailed, userId } }, tx) =>
      isMailed && (await holderOf(to, tx)) === null ? [{ email: to, account: userId }] : [],
    facts: ({ data }) => ({ code_id: data.changeId }),
    inbox: false,
    mail: 'essential',
    action: 'email-code',
    expiresAt: ({ data }) => data.expiresAt,
  }),
  template(EmailChangeRequested, {
    type: 'account.email-taken',
    addressees: async ({ data: { to, isMailed } }, tx) => {
      const holder = isMailed ? await holderOf(to, tx) : null;
      return holder === null ? [] : [{ ownerId: holder }];
    },
    facts: () => ({}),
    inbox: false,
    mail: 'essential',
    toUnverified: true,
  }),
  template(EmailChangeRequested, {
    type: 'security.email-change-requested',
    // An address that was not proved may be a stranger's.
    addressees: ({ data: { from, fromVerified, userId } }) =>
      fromVerified ? [{ email: from, account: userId }] : [],
    facts: ({ createdAt }) => ({ requested_at: instant(createdAt.toISOString()) }),
    inbox: false,
    mail: 'essential',
  }),
  template(EmailChanged, {
    type: 'security.email-changed',
    addressees: ({ data: { from, fromVerified, userId } }) =>
      fromVerified ? [{ email: from, account: userId }] : [],
    facts: ({ createdAt }) => ({ changed_at: instant(createdAt.toISOString()) }),
    inbox: false,
    mail: 'essential',
  }),
  template(EmailChanged, {
    type: 'account.email-changed',
    addressees: owner,
    facts: ({ createdAt }) => ({ changed_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
  template(PhoneChanged, {
    type: 'security.phone-changed',
    addressees: owner,
    facts: ({ createdAt }) => ({ changed_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
  }),
  template(AccountReported, {
    type: 'account.reported',
    addressees: owner,
    facts: ({ data }) => ({ reported_at: instant(data.at) }),
    inbox: true,
    mail: 'essential',
    toUnverified: true,
  }),
  template(AccountReported, {
    type: 'staff.account-reported',
    addressees: (_, tx) => supportStaff(tx),
    facts: ({ data }) => ({ user_id: data.userId, reported_at: instant(data.at) }),
    inbox: true,
    mail: 'essential',
  }),
  template(StaffWorkWaiting, {
    type: 'staff.work-waiting',
    addressees: ({ data }, tx) => staffWith([data.role], tx),
    facts: ({ data: { reviews, approvals } }) => ({ reviews: String(reviews), approvals: String(approvals) }),
    inbox: true,
    mail: 'essential',
  }),
  template(ManyPeopleViewed, {
    type: 'staff.many-people-viewed',
    addressees: (_, tx) => staffWith(['admin'], tx),
    facts: async ({ data: { staffId, people, from, to } }, tx) => ({
      staff_id: staffId,
      staff_email: await emailOf(staffId, tx),
      people: String(people),
      from: instant(from),
      to: instant(to),
    }),
    inbox: true,
    mail: 'essential',
  }),
  template(AccountClosed, {
    type: 'security.account-closed',
    addressees: owner,
    facts: ({ data }) => ({ closed_at: instant(data.at) }),
    inbox: false,
    mail: 'essential',
    toUnverified: true,
  }),
  template(UserFrozen, {
    type: 'security.account-frozen',
    // An owner who reported the account receives account.reported.
    addressees: ({ data, ownerId }) => (data.byOwner ? [] : [{ ownerId: ownerId! }]),
    // Without the reason, which is for staff: it may be that of a report to the authorities.
    facts: ({ createdAt }) => ({ frozen_at: instant(createdAt.toISOString()) }),
    inbox: true,
    mail: 'essential',
    notMe: false,
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
];
