import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { rateLimited, RateLimitStore } from '@app/http';
import { Clock } from '@app/kernel';

const LIMIT = 10;
const WINDOW_SECONDS = 600;

/** A payroll that names strangers tells who has an account, a thousand at a time: nobody goes through lists of them. */
@Injectable()
export class UnknownPayeesLimit {
  constructor(
    private readonly store: RateLimitStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Counts a payroll of the employer's that names somebody unknown. Throws RATE_LIMITED past ten in ten minutes. */
  async count(employerId: string): Promise<void> {
    const hits = await this.store.hit(`payroll-unknown ${employerId}`, WINDOW_SECONDS);
    if (hits.count > LIMIT && this.config.env.RATE_LIMITS) throw rateLimited(hits, this.clock.now());
  }
}
