import { DomainEvent } from '@app/kernel';

/** Staff approved a display name, which is shown from now on. */
export class BrandNameApproved extends DomainEvent<{ ownerId: string; name: string }> {
  static override readonly type = 'account.brand-name-approved';
}

/** Staff rejected a display name. The name before stays. */
export class BrandNameRejected extends DomainEvent<{ ownerId: string; name: string; reason: string }> {
  static override readonly type = 'account.brand-name-rejected';
}

/**
 * A code that proves the support address of a brand is to be mailed to it. It is derived from `codeId` and stands in no
 * event. `isMailed`: whether the mailbox gets another mail today.
 */
export class SupportEmailCodeIssued extends DomainEvent<{
  ownerId: string;
  codeId: string;
  email: string;
  isMailed: boolean;
  expiresAt: string;
}> {
  static override readonly type = 'account.support-email-code-issued';
}
