import type { StaffRole } from '@app/http';
import { type Currency, DomainEvent } from '@app/kernel';

/** An account was opened. The primary wallet is opened in the same commit. */
export class UserRegistered extends DomainEvent<{
  userId: string;
  email: string;
  currency: Currency;
  accountType: 'personal' | 'business';
}> {
  static override readonly type = 'account.user-registered';
}

/** A code that proves an e-mail address is to be mailed. It is derived from `codeId` and stands in no event. */
export class EmailCodeIssued extends DomainEvent<{ userId: string; codeId: string; expiresAt: string }> {
  static override readonly type = 'account.email-code-issued';
}

export class EmailVerified extends DomainEvent<{ userId: string; email: string }> {
  static override readonly type = 'account.email-verified';
}

/** A new password was requested for this address, which may have no account. The token is derived from `resetId`. */
export class PasswordResetRequested extends DomainEvent<{
  resetId: string;
  email: string;
  expiresAt: string;
}> {
  static override readonly type = 'account.password-reset-requested';
}

/** The password was changed; all sessions opened with the old one have ended. */
export class PasswordChanged extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.password-changed';
}

/** A user signed in with a device that was not used for this account before. */
export class NewDeviceSignedIn extends DomainEvent<{
  userId: string;
  device: string | null;
  ip: string;
  at: string;
}> {
  static override readonly type = 'account.new-device-signed-in';
}

/** Five wrong PINs in a row locked the PIN. Recorded by the SQL function `try_pin`, in the transaction that locks it. */
export class PinLocked extends DomainEvent<{ userId: string; unlocksAt: string }> {
  static override readonly type = 'account.pin-locked';
}

/** The PIN was replaced by another. */
export class PinChanged extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.pin-changed';
}

export class UsertagChanged extends DomainEvent<{ userId: string; from: string; to: string }> {
  static override readonly type = 'account.usertag-changed';
}

interface PersonName {
  firstName: string;
  lastName: string;
}

/** A person changed their name, which staff review if it was verified. */
export class ProfileNameChanged extends DomainEvent<{ userId: string; from: PersonName; to: PersonName }> {
  static override readonly type = 'account.profile-name-changed';
}

/** The phone number was replaced or removed. */
export class PhoneChanged extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.phone-changed';
}

/** A code that proves a phone number is to be sent. It is derived from `codeId` and stands in no event. */
export class PhoneCodeIssued extends DomainEvent<{
  userId: string;
  codeId: string;
  phone: string;
  expiresAt: string;
}> {
  static override readonly type = 'account.phone-code-issued';
}

export class PhoneVerified extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.phone-verified';
}

/** A code for the new address is to be mailed, and a warning to the old one. The code is derived from `changeId`. */
export class EmailChangeRequested extends DomainEvent<{
  userId: string;
  changeId: string;
  from: string;
  /** Whether the address before is proved; another one may be a stranger's. */
  fromVerified: boolean;
  to: string;
  /** False: the new address has had too many mails today. */
  isMailed: boolean;
  expiresAt: string;
}> {
  static override readonly type = 'account.email-change-requested';
}

/** The account has another address, which is proved. */
export class EmailChanged extends DomainEvent<{
  userId: string;
  from: string;
  fromVerified: boolean;
  to: string;
}> {
  static override readonly type = 'account.email-changed';
}

/** The owner reported with the link of a security mail that another person uses the account. */
export class AccountReported extends DomainEvent<{ userId: string; at: string }> {
  static override readonly type = 'account.reported';
}

/** The owner closed the account. Its row, its ledger and its user tag stay. */
export class AccountClosed extends DomainEvent<{ userId: string; at: string }> {
  static override readonly type = 'account.closed';
}

/**
 * The owner of an unproved e-mail address took the account over with a mailed token. What others set up before ends in
 * the same commit: PIN, second factor, sessions, apps with their keys, and webhook endpoints.
 */
export class AccountReclaimed extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.reclaimed';
}

/** The account was stopped. The reason is for staff and stands in no event. */
export class UserFrozen extends DomainEvent<{ userId: string; byOwner: boolean }> {
  static override readonly type = 'account.frozen';
}

export class UserUnfrozen extends DomainEvent<{
  userId: string;
  /** When it was frozen; absent from events of earlier versions. */
  frozenAt?: string;
}> {
  static override readonly type = 'account.unfrozen';
}

/** Null: no role. */
export class StaffRoleChanged extends DomainEvent<{
  userId: string;
  before: StaffRole | null;
  after: StaffRole | null;
}> {
  static override readonly type = 'account.staff-role-changed';
}

/** The KYC level rose or fell, and with it the daily limit. */
export class KycLevelChanged extends DomainEvent<{ userId: string; from: number; to: number }> {
  static override readonly type = 'account.kyc-level-changed';
}
