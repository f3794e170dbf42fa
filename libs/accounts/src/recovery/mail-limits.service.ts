import { Injectable } from '@nestjs/common';
import { RATE_CLASSES, RateLimitStorage } from '@app/http';

/**
 * Counts reset mails by recipient, in addition to the rate limit by client, so that many clients cannot flood one
 * mailbox. A blocked mail is not reported to the client, because that would reveal requests of others.
 */
@Injectable()
export class ResetLimit {
  constructor(private readonly storage: RateLimitStorage) {}

  async allows(email: string): Promise<boolean> {
    const { limit, ttl } = RATE_CLASSES.otp;
    const { isBlocked } = await this.storage.increment(`reset-email ${email}`, ttl, limit);
    return !isBlocked;
  }
}
