import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { RATE_CLASSES, RateLimitStore } from '@app/http';

/**
 * Counts reset mails by the address they go to, beside the gate's count by client: nobody's mailbox is flooded from
 * many clients. It is no refusal: that would tell the client about requests of others.
 */
@Injectable()
export class ResetLimit {
  constructor(
    private readonly store: RateLimitStore,
    private readonly config: Config,
  ) {}

  async allows(email: string): Promise<boolean> {
    const { limit, windowSeconds } = RATE_CLASSES.otp;
    const { count } = await this.store.hit(`reset-email ${email}`, windowSeconds);
    return count <= limit || !this.config.env.RATE_LIMITS;
  }
}
