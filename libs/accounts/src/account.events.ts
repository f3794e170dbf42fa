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

/**
 * The owner of an unproved e-mail address took the account over with a mailed token. What others set up before ends in
 * the same commit: PIN, second factor, sessions, apps with their keys, and webhook endpoints.
 */
export class AccountReclaimed extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.reclaimed';
}

/** The KYC level rose or fell, and with it the daily limit. */
export class KycLevelChanged extends DomainEvent<{ userId: string; from: number; to: number }> {
  static override readonly type = 'account.kyc-level-changed';
}
