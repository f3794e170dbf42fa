import { DomainEvent } from '@app/kernel';

/** A user turned two-factor authentication on. */
export class TwoFactorEnabled extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.two-factor-enabled';
}

/** A user turned two-factor authentication off, with a code. */
export class TwoFactorDisabled extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.two-factor-disabled';
}

/** Staff removed the second factor of a user who lost it, and all sessions of the user ended. */
export class TwoFactorReset extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.two-factor-reset';
}

/**
 * Five wrong codes in a row locked the second factor. Recorded by the SQL function `try_second_factor`, in the
 * transaction that locks it.
 */
export class TwoFactorLocked extends DomainEvent<{ userId: string; unlocksAt: string }> {
  static override readonly type = 'account.two-factor-locked';
}

/** Ten new recovery codes replaced the old ones. */
export class RecoveryCodesRenewed extends DomainEvent<{ userId: string }> {
  static override readonly type = 'account.recovery-codes-renewed';
}

/** A recovery code was used in place of an authenticator code; `left` others still work. */
export class RecoveryCodeUsed extends DomainEvent<{ userId: string; left: number }> {
  static override readonly type = 'account.recovery-code-used';
}
