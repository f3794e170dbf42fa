import { Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorUnits } from '@app/database';

interface NewTwoFactor {
  userId: string;
  secretCiphertext: Buffer;
  enabledAt: Date;
}

/** A person's authenticator app. `id` is the user's. */
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
}
