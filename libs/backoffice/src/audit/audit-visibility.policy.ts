import { staffOnly, type StaffRole, type UserCaller } from '@app/http';

/** Roles that see what all staff did. Others see their own entries. */
const SEE_ALL: readonly (StaffRole | null)[] = ['compliance', 'admin'];

/** Whose entries the caller may see of those that are requested; null: those of all staff. Throws FORBIDDEN. */
export function visibleStaff(
  { userId, staffRole }: Pick<UserCaller, 'userId' | 'staffRole'>,
  requested: string | null,
): string | null {
  if (SEE_ALL.includes(staffRole)) return requested;
  if (requested !== null && requested !== userId) throw staffOnly();
  return userId;
}
