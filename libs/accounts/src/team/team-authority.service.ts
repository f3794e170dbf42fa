import { Injectable } from '@nestjs/common';
import type { TeamRole, UserCaller } from '@app/http';
import { adminsAreTheOwners, noLongerMember, ownRole } from './team.errors';
import { TeamMembersStore } from './team-members.store';

/** Decides within a command which roles a caller may give, change and remove in the team of the account. */
@Injectable()
export class TeamAuthorityService {
  constructor(private readonly members: TeamMembersStore) {}

  /**
   * Throws FORBIDDEN where the caller may not decide about one of the roles: those of admins are the owner's. The role of
   * the caller is read again and held until the commit, so that one who is removed meanwhile changes nothing.
   */
  async require(
    { accountId, userId, teamRole }: UserCaller,
    roles: readonly TeamRole[],
    memberId?: string,
  ): Promise<void> {
    if (teamRole === null) return;
    if (memberId === userId) throw ownRole();
    const own = await this.members.find(accountId, userId);
    if (own?.role !== 'admin') throw noLongerMember();
    if (roles.includes('admin')) throw adminsAreTheOwners();
    this.members.hold(own);
  }
}
