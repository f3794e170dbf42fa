import { Injectable } from '@nestjs/common';
import { minorToJsonNumber } from '@app/kernel';
import { OutgoingDaysQueries } from '@app/ledger';

/** What an account has paid out today (UTC), in USD, as the daily limits count it. */
@Injectable()
export class OutgoingUsageService {
  constructor(private readonly days: OutgoingDaysQueries) {}

  async usedTodayUsd(userId: string): Promise<number> {
    return minorToJsonNumber(await this.days.usedToday(userId));
  }
}
