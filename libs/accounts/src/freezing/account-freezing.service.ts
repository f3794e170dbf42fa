import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { User } from '../people/user.aggregate';
import { Users } from '../people/user.repository';
import { Sessions } from '../sessions/session.repository';
import { Administrators } from '../people/administrators.service';
import { StaffInvitations } from '../staff/staff-invitations.service';

/** Freezes accounts within a command. */
@Injectable()
export class AccountFreezing {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly administrators: Administrators,
    private readonly invitations: StaffInvitations,
    private readonly clock: Clock,
  ) {}

  /**
   * Stages the freeze and the end of all sessions; keys and wallets of a frozen owner stop by themselves. `staffId` is
   * null where the owner does it. Throws INVALID_STATE if it is frozen already, and for the last administrator.
   */
  async freeze(user: User, reason: string, staffId: string | null): Promise<void> {
    // Without a second refusal for those who are frozen already.
    if (!user.frozenAt) await this.administrators.requireAnother(user);
    user.freeze(reason, this.clock.now(), staffId);
    this.users.save(user);
    this.invitations.discard(user.id);
    this.sessions.endAll(user.id, 'frozen');
  }
}
