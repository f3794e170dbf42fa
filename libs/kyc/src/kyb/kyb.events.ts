import { DomainEvent } from '@app/kernel';

/** A business was submitted for verification, or submitted again with other content. */
export class KybSubmitted extends DomainEvent<{ userId: string; submissionId: string }> {
  static override readonly type = 'kyb.submitted';
}

/** Staff verified the business: it may create live apps. */
export class KybApproved extends DomainEvent<{ userId: string; submissionId: string }> {
  static override readonly type = 'kyb.approved';
}

/** `reason` is for the business. `isFinal`: no further submission is accepted. */
export class KybRejected extends DomainEvent<{
  userId: string;
  submissionId: string;
  reason: string;
  isFinal: boolean;
}> {
  static override readonly type = 'kyb.rejected';
}

/** Staff took an approval back: from now on live keys only read. */
export class KybRevoked extends DomainEvent<{ userId: string; reason: string }> {
  static override readonly type = 'kyb.revoked';
}

/** Staff accept submissions again after a final rejection. */
export class KybReopened extends DomainEvent<{ userId: string }> {
  static override readonly type = 'kyb.reopened';
}
