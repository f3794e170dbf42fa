import { Bool, Lines, Uuid } from '@app/http';

export class KybAccountQuery {
  @Uuid()
  user_id: string;
}

export class ClaimKybDto extends KybAccountQuery {}

export class ApproveKybDto {
  @Uuid()
  user_id: string;

  @Uuid({ description: 'The submission that was read; 409 if another has replaced it' })
  submission_id: string;
}

export class RejectKybDto {
  @Uuid()
  user_id: string;

  @Uuid({ description: 'The submission that was read; 409 if another has replaced it' })
  submission_id: string;

  @Lines({ min: 3, description: 'Sent to the business' })
  reason: string;

  @Bool({ optional: true, description: 'true: no further submission until reopen' })
  final?: boolean;

  @Lines({ optional: true, description: 'For staff only' })
  staff_note?: string;
}

export class RevokeKybDto {
  @Uuid()
  user_id: string;

  @Lines({ min: 3, description: 'Sent to the business' })
  reason: string;
}

export class ReopenKybDto {
  @Uuid()
  user_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
