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

/** Authenticator apps. Each time step's code is accepted one time only, from one step ago to one step ahead. */
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

  /** Asks for a code where the person has an authenticator; spends its step with the command that asks. */
  async require(userId: string, code: string | null | undefined): Promise<void> {
    const twoFactor = await this.findOneBy({ id: userId });
    if (!twoFactor?.enabledAt) return;
    if (code == null) throw totpRequired();
    const step = this.stepOf(twoFactor, code);
    if (step === null || step <= twoFactor.lastStep) throw invalidTotp();
    twoFactor.lastStep = step;
    this.save(twoFactor);
  }

  /** The step whose code this is; null when it is that of none of the three. */
  private stepOf({ id, secretCiphertext }: TwoFactor, code: string): bigint | null {
    if (!/^\d{6}$/.test(code)) return null;
    const secret = this.vault.unseal(secretCiphertext, PURPOSE, id);
    const epoch = this.clock.unixSeconds();
    const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
    return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
  }
}
