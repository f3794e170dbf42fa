import { DomainError } from '@app/kernel';

export const kybRequired = () =>
  new DomainError(
    'forbidden',
    'KYB_REQUIRED',
    'Payments are not open yet: the verification of this business is not approved.',
  );
