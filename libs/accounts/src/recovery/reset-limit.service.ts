import { Injectable } from '@nestjs/common';
import { RATE_CLASSES, RateLimitStorage } from '@app/http';

/**
 * Counts reset mails by the address they go to, beside the gate's count by client: nobody's mailbox is flooded from
 * many clients. It is no refusal: that would tell the client about requests of others.
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
