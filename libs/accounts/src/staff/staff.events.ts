import type { StaffRole } from '@app/http';
import { DomainEvent } from '@app/kernel';

/** Work has arrived for staff of a role since the last such event. The numbers include what waited before. */
export class StaffWorkWaiting extends DomainEvent<{
  role: StaffRole;
  /** Identity documents, submissions of businesses, BVN verifications and changed names to review. */
  reviews: number;
  /** Held actions that the role may approve. */
  approvals: number;
}> {
  static override readonly type = 'staff.work-waiting';
}
