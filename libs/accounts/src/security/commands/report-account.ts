import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { invalidReportToken } from '../../common/account.errors';
import { AccountReported } from '../../common/account.events';
import { EmailChangeCodesService } from '../../codes/email-change-codes.service';
import { UserRepository } from '../../people/user.repository';
import { PasswordResetsService } from '../../recovery/password-resets.service';
import { SessionRepository } from '../../sessions/session.repository';
import { StaffInvitationsService } from '../../staff/staff-invitations.service';
import { AccountReportsStore } from '../account-reports.store';

/** Freezes the account of the link in a security mail, ends its sessions and calls support. */
export class ReportAccount extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(ReportAccount)
export class ReportAccountHandler implements ICommandHandler<ReportAccount> {
  constructor(
    private readonly reports: AccountReportsStore,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly invitations: StaffInvitationsService,
    private readonly resets: PasswordResetsService,
    private readonly emailChanges: EmailChangeCodesService,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ token }: ReportAccount): Promise<void> {
    const link = await this.reports.openedBy(token);
    const user = link && (await this.users.findOneBy({ id: link.userId }));
    if (!user) throw invalidReportToken();
    const now = this.clock.now();
    if (!user.frozenAt) user.freeze('reported by the owner', now);
    this.invitations.discard(user.id);
    // Also where staff froze it before: of two uses of the link at once, the second finds the user changed.
    this.users.save(user);
    this.sessions.endAll(user.id, 'reported');
    this.resets.endAll(user.email);
    this.emailChanges.discard(user.id);
    this.reports.spend(link);
    const data = { userId: user.id, at: now.toISOString() };
    this.eventBus.publish(new AccountReported(user.id, user.id, 'live', data));
  }
}
