import { Bool, Lines, Uuid } from '@app/http';

export class KybAccountQuery {
  @Uuid()
  user_id: string;
}

export class ClaimKybDto extends KybAccountQuery {}

export class ApproveKybDto extends KybAccountQuery {
  @Uuid({ description: 'The submission that was read; 409 if another has replaced it' })
  submission_id: string;
}

export class RejectKybDto extends ApproveKybDto {
  @Lines({ min: 3, description: 'Sent to the business' })
  reason: string;

  @Bool({ optional: true, description: 'true: no further submission until reopen' })
  final?: boolean;

  @Lines({ optional: true, description: 'For staff only' })
  staff_note?: string;
}

export class RevokeKybDto extends KybAccountQuery {
  @Lines({ min: 3, description: 'Sent to the business' })
  reason: string;
}

export class ReopenKybDto extends KybAccountQuery {
  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
