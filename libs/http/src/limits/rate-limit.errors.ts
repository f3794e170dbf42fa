import type { ThrottlerLimitDetail } from '@nestjs/throttler';
import { DomainError } from '@app/kernel';

export const rateLimited = ({ timeToBlockExpire }: Pick<ThrottlerLimitDetail, 'timeToBlockExpire'>) =>
  new DomainError('rate-limited', 'RATE_LIMITED', 'Too many requests; slow down.', {
    retry_after: timeToBlockExpire,
  });
