import { Injectable } from '@nestjs/common';

/**
 * What an account has sent out today (UTC), in USD. The daily limits apply to payouts, which the platform does not offer
 * yet, so that nothing is used; payouts will count here.
 */
@Injectable()
export class OutgoingUsage {
  usedTodayUsd(_userId: string): Promise<number> {
    return Promise.resolve(0);
  }
}
