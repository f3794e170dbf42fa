import { Injectable } from '@nestjs/common';
import type { StaffRole } from '@app/http';
import type { User } from '../people/user.aggregate';
import { UserRepository } from '../people/user.repository';
import { SessionRepository } from '../sessions/session.repository';
import { AdministratorsService } from '../people/administrators.service';
import { StaffInvitationsService } from './staff-invitations.service';

/** Changes of staff roles, within a command. */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly administrators: AdministratorsService,
    private readonly invitations: StaffInvitationsService,
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
