import { DomainError, invalid, invalidState } from '@app/kernel';
import type { RequestStatus } from './payment-request.states';

export const selfRequest = () => invalid('recipient', 'You cannot ask yourself for money.');

export const requestClosed = (status: RequestStatus) =>
  invalidState(
    status === 'expired' ? 'This payment request has expired.' : `This payment request is ${status} already.`,
  );

export const tooManyOpen = (limit: number, to: string) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `At most ${limit} open payment requests ${to}; cancel one, or wait.`,
    {},
    { decidedOnState: true },
  );

export const tooManyToday = (limit: number, to: string, retryAfterSeconds: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `At most ${limit} payment requests a day ${to}.`, {
    retry_after: retryAfterSeconds,
  });
