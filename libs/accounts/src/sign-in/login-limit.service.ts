import { Injectable } from '@nestjs/common';
import { RATE_CLASSES, rateLimited, RateLimitStorage } from '@app/http';

/** Counts sign-ins by account, beside the request guard's count by client address, so that many clients share one limit. */
@Injectable()
export class LoginLimit {
  constructor(private readonly storage: RateLimitStorage) {}

  /** Throws RATE_LIMITED past the login limit for this e-mail address. */
  async count(email: string): Promise<void> {
    const { limit, ttl } = RATE_CLASSES.login;
    const record = await this.storage.increment(`login-email ${email}`, ttl, limit);
    if (record.isBlocked) throw rateLimited(record);
  }
}
