import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { rateLimited, RateLimitStore } from '@app/http';
import { Clock } from '@app/kernel';

const LIMIT = 10;
const WINDOW_SECONDS = 600;

/**
 * A refused payroll tells who has an account, which names are one person's, and where wallets are, a thousand at a time:
 * nobody goes through lists that way.
 */
@Injectable()
export class PayeesLimit {
  constructor(
    private readonly store: RateLimitStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Counts a refusal that tells the employer of others. Throws RATE_LIMITED past ten in ten minutes. */
  async count(employerId: string): Promise<void> {
    const hits = await this.store.hit(`payroll-refused ${employerId}`, WINDOW_SECONDS);
    if (hits.count > LIMIT && this.config.env.RATE_LIMITS) throw rateLimited(hits, this.clock.now());
  }
}
