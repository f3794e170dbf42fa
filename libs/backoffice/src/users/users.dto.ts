import { Bool, Code, Lines, OneOf, PagedQuery, STAFF_ROLES, type StaffRole, Uuid } from '@app/http';

export class FindUsersQuery extends PagedQuery {
  @Code({ max: 254, description: 'Id, e-mail address, user tag or phone number, in full' }) q: string;
}

export class ShowUserQuery {
  @Uuid() user_id: string;
}

export class UserDecisionDto {
  @Uuid() user_id: string;
  @Lines({ min: 3, description: 'Kept in the audit log; the person never sees it' }) reason: string;
}

export class SetRoleDto extends UserDecisionDto {
  @OneOf(STAFF_ROLES, { optional: true, nullable: true, description: 'Required; null takes the role away' })
  role?: StaffRole | null;
}

export class SetLegalHoldDto extends UserDecisionDto {
  @Bool({ description: 'false ends the hold' })
  hold: boolean;
}
