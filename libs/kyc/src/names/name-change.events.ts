import { DomainEvent } from '@app/kernel';

/** Staff rejected a changed name, and the account has its earlier name again. */
export class NameChangeRejected extends DomainEvent<{ changeId: string; userId: string; reason: string }> {
  static override readonly type = 'kyc.name-change-rejected';
}

/** The verified BVN no longer counts, because the name has changed; the person can send it again. */
export class BvnCheckRepeated extends DomainEvent<{ userId: string }> {
  static override readonly type = 'bvn.check-repeated';
}
