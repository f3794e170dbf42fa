import { DomainError } from '@app/kernel';

export const kybRequired = () =>
  new DomainError(
    'forbidden',
    'KYB_REQUIRED',
    'Live keys need an approved business verification; test keys need none.',
  );
export const limitReached = (what: string, limit: number) =>
  new DomainError('invalid', 'LIMIT_REACHED', `At most ${limit} ${what}.`, {}, { decidedOnState: true });
