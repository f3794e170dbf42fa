import { Injectable } from '@nestjs/common';
import type { StaffRole } from '@app/http';
import type { User } from '../people/user.aggregate';
import { Users } from '../people/user.repository';
import { Sessions } from '../sessions/session.repository';
import { Administrators } from '../people/administrators.service';
import { StaffInvitations } from './staff-invitations.service';

/** Changes of staff roles, within a command. */
@Injectable()
export class StaffRoles {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly administrators: Administrators,
    private readonly invitations: StaffInvitations,
  ) {}

  /**
   * Stages the change, the end of all sessions of the person, and the end of their set-up link, which could otherwise
   * bring another role back. Throws INVALID_STATE for the last administrator.
   */
  async change(user: User, role: StaffRole | null): Promise<void> {
    if (role !== 'admin') await this.administrators.requireAnother(user);
    user.setStaffRole(role);
    this.users.save(user);
    this.invitations.discard(user.id);
    this.sessions.endAll(user.id, 'role-changed');
  }
}
