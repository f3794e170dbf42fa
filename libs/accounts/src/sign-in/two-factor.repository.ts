import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Vault } from '@app/config';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import { verifySync } from 'otplib';
import { DataSource } from 'typeorm';
import { invalidTotp, totpRequired } from '../account.errors';
import { TwoFactor } from './two-factor.aggregate';

const PURPOSE = 'two-factor';
const STEP_SECONDS = 30;

/** Authenticator apps. The code of each time step is accepted once, from one step ago to one step ahead. */
@Injectable()
export class TwoFactors extends AggregateStore<TwoFactor> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    unit: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {
    super(TwoFactor, dataSource, unit);
  }

  /** Stages an enabled authenticator with this Base32 seed. */
  enable(userId: string, secret: string): void {
    const secretCiphertext = this.vault.seal(secret, PURPOSE, userId);
    this.add(new TwoFactor({ userId, secretCiphertext, enabledAt: this.clock.now() }));
  }

  /** Stages the removal of the authenticator. */
  remove(userId: string): void {
    this.unit.stage({ sql: 'DELETE FROM two_factors WHERE id = $1', parameters: [userId] });
  }

  /** Requires a code where the user has an authenticator. The command's commit uses up the code. */
  async require(userId: string, code: string | null | undefined): Promise<void> {
    const twoFactor = await this.findOneBy({ id: userId });
    if (!twoFactor?.enabledAt) return;
    if (code == null) throw totpRequired();
    const step = this.stepOf(twoFactor, code);
    if (step === null || step <= twoFactor.lastStep) throw invalidTotp();
    twoFactor.lastStep = step;
    this.save(twoFactor);
  }

  /** The time step of this code; null where it is that of none of the three. */
  private stepOf({ id, secretCiphertext }: TwoFactor, code: string): bigint | null {
    if (!/^\d{6}$/.test(code)) return null;
    const secret = this.vault.unseal(secretCiphertext, PURPOSE, id);
    const epoch = this.clock.unixSeconds();
    const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
    return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
  }
}
