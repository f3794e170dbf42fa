import { OneOf, STAFF_ROLES, type StaffRole } from '@app/http';

export type DemoPerson = 'merchant' | StaffRole;
export const DEMO_PEOPLE: readonly DemoPerson[] = ['merchant', ...STAFF_ROLES];

/** The body of a sign-in as a demo person. */
export class DemoSignInDto {
  @OneOf(DEMO_PEOPLE) demo: DemoPerson;
}
