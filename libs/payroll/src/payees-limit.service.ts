import { Injectable } from '@nestjs/common';
import { rateLimited, RateLimitStorage } from '@app/http';

const LIMIT = 10;
const WINDOW_MS = 600_000;

/**
 * A refused payroll tells who has an account, which names are one person's, and where wallets are, a thousand at a time:
 * nobody goes through lists that way.
 */
@Injectable()
export class PayeesLimit {
  constructor(private readonly storage: RateLimitStorage) {}

  /** Counts a refusal that tells the employer of others. Throws RATE_LIMITED past ten in ten minutes. */
  async count(employerId: string): Promise<void> {
    const record = await this.storage.increment(`payroll-refused ${employerId}`, WINDOW_MS, LIMIT);
    if (record.isBlocked) throw rateLimited(record);
  }
}
