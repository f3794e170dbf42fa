import { DomainError } from '@app/kernel';
import { CARD_WINDOW_SECONDS } from './card-limits.policy';

const tooMany = (what: string) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `${what}; try again later.`, {
    retry_after: CARD_WINDOW_SECONDS,
  });

export const tooManyCards = () => tooMany('Too many cards were tried for this payment');
export const tooManyDeclined = () => tooMany('Too many cards were declined here');
export const tooManyFromAddress = () => tooMany('Too many cards were declined from your address');
