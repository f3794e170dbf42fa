import { Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorUnits } from '@app/database';
import { twoFactorOnAlready } from './two-factor.errors';
import {
  RecoveryCodesRenewed,
  RecoveryCodeUsed,
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorReset,
} from './two-factor.events';

interface NewTwoFactor {
  userId: string;
  secretCiphertext: Buffer;
  enabledAt: Date | null;
}

/**
 * A person's authenticator app, in use once it is enabled. `id` is the user's. The row also has the count of wrong
 * codes, which the SQL function `try_second_factor` keeps.
 */
@Entity('two_factors')
export class TwoFactor extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  /** The TOTP seed, sealed by the vault for `two-factor` and this row. */
  @Column('bytea', { name: 'secret_ciphertext' }) secretCiphertext: Buffer;
  /** The newest time step whose code was accepted: codes of this step and of earlier ones are refused. */
  @Column('bigint', { name: 'last_step', transformer: minorUnits }) lastStep: bigint;
  @Column('timestamptz', { name: 'enabled_at', nullable: true }) enabledAt: Date | null;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewTwoFactor) {
    super();
    if (!fields) return;
    this.id = fields.userId;
    this.secretCiphertext = fields.secretCiphertext;
    this.lastStep = 0n;
    this.enabledAt = fields.enabledAt;
  }

  /** Replaces the seed of a set-up that was not finished. Throws INVALID_STATE where the factor is in use. */
  setUpAgain(secretCiphertext: Buffer): void {
    if (this.enabledAt) throw twoFactorOnAlready();
    this.secretCiphertext = secretCiphertext;
    this.lastStep = 0n;
  }

  enable(now: Date): void {
    this.enabledAt = now;
    this.record(new TwoFactorEnabled(this.id, this.id, 'live', { userId: this.id }));
  }

  /** Uses up the code of this time step. */
  acceptStep(step: bigint): void {
    this.lastStep = step;
  }

  acceptRecoveryCode(left: number): void {
    this.record(new RecoveryCodeUsed(this.id, this.id, 'live', { userId: this.id, left }));
  }

  renewRecoveryCodes(): void {
    this.record(new RecoveryCodesRenewed(this.id, this.id, 'live', { userId: this.id }));
  }

  disable(): void {
    this.record(new TwoFactorDisabled(this.id, this.id, 'live', { userId: this.id }));
  }

  resetByStaff(): void {
    this.record(new TwoFactorReset(this.id, this.id, 'live', { userId: this.id }));
  }
}
