import { Injectable } from '@nestjs/common';
import type { UnknownCharges } from '@app/charges';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import { SettleAttempt } from './settle-attempt';

/** Account numbers that may still be paid into although their attempt has ended. */
@Injectable()
export class WatchAccounts implements UnknownCharges {
  constructor(
    private readonly attempts: CheckoutAttemptRepository,
    private readonly settle: SettleAttempt,
  ) {}

  due(now: Date, limit: number): Promise<string[]> {
    return this.attempts.toWatch(now, limit);
  }

  /** Their charges have ended before. */
  async resolve(id: string): Promise<boolean> {
    await this.settle.settle(id);
    return false;
  }
}
