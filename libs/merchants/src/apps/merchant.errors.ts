import { DomainError } from '@app/kernel';

export const kybRequired = () =>
  new DomainError(
    'forbidden',
    'KYB_REQUIRED',
    'Live keys need an approved business verification; test keys need none.',
  );
/** Of a person without a live app that can write. */
export const kybMissing = () =>
  new DomainError(
    'forbidden',
    'KYB_REQUIRED',
    'Live mode needs an approved business verification; test mode needs none.',
  );
export const limitReached = (what: string, limit: number) =>
  new DomainError('invalid', 'LIMIT_REACHED', `At most ${limit} ${what}.`, {}, { decidedOnState: true });
