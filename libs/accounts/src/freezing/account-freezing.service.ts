import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { User } from '../people/user.aggregate';
import { UserRepository } from '../people/user.repository';
import { SessionRepository } from '../sessions/session.repository';
import { AdministratorsService } from '../people/administrators.service';
import { StaffInvitationsService } from '../staff/staff-invitations.service';

/** Freezes accounts within a command. */
@Injectable()
export class AccountFreezingService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly administrators: AdministratorsService,
    private readonly invitations: StaffInvitationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stages the freeze and the end of all sessions, also of members who act for the account; keys and wallets of a frozen owner stop by themselves. `staffId` is
   * null where the owner does it. Throws INVALID_STATE if it is frozen already, and for the last administrator.
   */
  async freeze(user: User, reason: string, staffId: string | null): Promise<void> {
    // Without a second refusal for those who are frozen already.
    if (!user.frozenAt) await this.administrators.requireAnother(user);
    user.freeze(reason, this.clock.now(), staffId);
    this.users.save(user);
    this.invitations.discard(user.id);
    this.sessions.endAll(user.id, 'frozen');
    this.sessions.endAllActing(user.id, 'frozen');
  }
}
