import { Injectable } from '@nestjs/common';
import { invalidToken, memberWithoutSecondFactor, type UserCaller } from '@app/http';
import { Clock, notFound } from '@app/kernel';
import { UserRepository } from '../people/user.repository';
import type { Session } from '../sessions/session.aggregate';
import { SessionRepository } from '../sessions/session.repository';
import { TeamMembersStore } from './team-members.store';

export interface AccountChoice {
  /** The open session that asks. */
  session: Session;
  /** Null: the person's own account. */
  actsFor: string | null;
}

/** Verifies within a command that a person may act for an account: their own, or one of whose team they are a member. */
@Injectable()
export class AccountChoiceService {
  constructor(
    private readonly users: UserRepository,
    private readonly members: TeamMembersStore,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND for other accounts and frozen ones, FORBIDDEN for members without a second factor. */
  async choose(
    { userId, sessionId, twoFactorEnabled }: Pick<UserCaller, 'userId' | 'sessionId' | 'twoFactorEnabled'>,
    accountId: string,
  ): Promise<AccountChoice> {
    const session = await this.sessions.findOneBy({ id: sessionId, userId });
    if (!session?.isOpen(this.clock.now())) throw invalidToken();
    if (accountId === userId) return { session, actsFor: null };
    const member = await this.members.find(accountId, userId);
    const account = member && (await this.users.findOneBy({ id: accountId }));
    if (!account || account.frozenAt) throw notFound('Account');
    if (!twoFactorEnabled) throw memberWithoutSecondFactor();
    this.members.hold(member);
    return { session, actsFor: accountId };
  }
}
