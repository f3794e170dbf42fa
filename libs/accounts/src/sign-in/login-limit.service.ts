import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { RATE_CLASSES, rateLimited, RateLimitStore } from '@app/http';
import { Clock } from '@app/kernel';

/** Counts sign-ins by the account they name, beside the gate's count by address: many addresses do not help. */
@Injectable()
export class LoginLimit {
  constructor(
    private readonly store: RateLimitStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws RATE_LIMITED past the login limit for this e-mail address. */
  async count(email: string): Promise<void> {
    const { limit, windowSeconds } = RATE_CLASSES.login;
    const hits = await this.store.hit(`login-email ${email}`, windowSeconds);
    if (hits.count > limit && this.config.env.RATE_LIMITS) throw rateLimited(hits, this.clock.now());
  }
}
