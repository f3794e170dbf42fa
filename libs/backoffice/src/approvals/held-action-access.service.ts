import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { StaffActionsService, type StaffRole, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { makersOwn, sameOwner } from './approvals.errors';
import type { HeldAction } from './held-action.aggregate';
import { HELD_ACTIONS } from './held-actions.policy';

/** Which members of staff may read a held action and decide it. */
@Injectable()
export class HeldActionAccessService {
  constructor(
    private readonly actions: StaffActionsService,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /** The names of all actions that staff with this role may approve. */
  approvableBy(role: StaffRole | null): string[] {
    return Object.keys(HELD_ACTIONS).filter((name) => role !== null && this.approversOf(name).includes(role));
  }

  /** Whether the role may do the action itself. */
  mayDo(role: StaffRole | null, action: string): boolean {
    return role !== null && (this.actions.rolesOf(action) ?? []).includes(role);
  }

  /** Throws NOT_FOUND for staff who may neither approve it nor made it. */
  assertReadable({ userId, staffRole }: UserCaller, { makerId, action }: HeldAction): void {
    if (makerId === userId) return;
    if (staffRole === null || !this.approversOf(action).includes(staffRole)) throw notFound('Held action');
  }

  /** Throws FORBIDDEN for the maker and for accounts of the same person. */
  async assertSecondPerson({ userId }: UserCaller, { makerId }: HeldAction): Promise<void> {
    if (userId === makerId) throw makersOwn();
    const same = await this.directory.ofSameOwner(userId, [makerId]);
    if (same.size > 0) throw sameOwner();
  }

  /** Roles that may approve the action; none for one that no host serves. */
  approversOf(action: string): StaffRole[] {
    const roles = this.actions.rolesOf(action);
    return roles ? [...roles, ...(HELD_ACTIONS[action]?.approvers ?? [])] : [];
  }
}
