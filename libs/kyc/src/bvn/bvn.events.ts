import { DomainEvent } from '@app/kernel';

interface EndedBvn {
  verificationId: string;
  userId: string;
  /** Whether the person was answered `pending` or `review` before. */
  isDeferred: boolean;
}

/** A Bank Verification Number was verified for the account. */
export class BvnVerified extends DomainEvent<EndedBvn> {
  static override readonly type = 'bvn.verified';
}

/** A verification ended without a verified number. The event does not contain the cause. */
export class BvnNotVerified extends DomainEvent<EndedBvn> {
  static override readonly type = 'bvn.not-verified';
}

/** Staff have to compare the names of a verification. */
export class BvnReviewNeeded extends DomainEvent<{ verificationId: string; userId: string }> {
  static override readonly type = 'bvn.review-needed';
}

/** The verified BVN no longer counts, because the name has changed to another than that of the registry; the person can send it again. */
export class BvnCheckRepeated extends DomainEvent<{ userId: string }> {
  static override readonly type = 'bvn.check-repeated';
}
