import { DomainEvent } from '@app/kernel';

/** Staff rejected a changed name, and the account has its earlier name again. */
export class NameChangeRejected extends DomainEvent<{ changeId: string; userId: string; reason: string }> {
  static override readonly type = 'kyc.name-change-rejected';
}
