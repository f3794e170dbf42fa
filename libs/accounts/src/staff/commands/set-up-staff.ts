import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLogService, type StaffRole } from '@app/http';
import { Clock, invalid } from '@app/kernel';
import { invalidInvitation, wrongSetUpCode } from '../../common/account.errors';
import { UserRepository } from '../../people/user.repository';
import { TransactionPinsService } from '../../pins/transaction-pins.service';
import { EmailCodesService } from '../../codes/email-codes.service';
import { passwordFault } from '../../passwords/password.policy';
import { PasswordsService } from '../../passwords/passwords.service';
import { SessionRepository } from '../../sessions/session.repository';
import { StaffAuthenticatorsService } from '../staff-authenticators.service';
import { StaffInvitationsService } from '../staff-invitations.service';

export interface SetUpRequest {
  token: string;
  password: string;
  /** Of the authenticator that scanned the link's picture. */
  totpCode: string;
  address: string;
  requestId: string;
}

/**
 * Uses a set-up link: the account gets the role, a new password and the link's authenticator in place of any other, and
 * its sessions end. The operator who passed the link on vouches for the address. Where it was not proved before, another
 * person may have opened the account, whose access ends.
 */
export class SetUpStaff extends Command<{ email: string; role: StaffRole }> {
  constructor(readonly request: SetUpRequest) {
    super();
  }
}

@CommandHandler(SetUpStaff)
export class SetUpStaffHandler implements ICommandHandler<SetUpStaff> {
  constructor(
    private readonly invitations: StaffInvitationsService,
    private readonly authenticators: StaffAuthenticatorsService,
    private readonly users: UserRepository,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionRepository,
    private readonly pins: TransactionPinsService,
    private readonly emailCodes: EmailCodesService,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  async execute({ request }: SetUpStaff): Promise<{ email: string; role: StaffRole }> {
    const { token, password, totpCode, address, requestId } = request;
    const invitation = await this.invitations.openedBy(token);
    const user = invitation && (await this.users.findOneBy({ id: invitation.userId }));
    if (!user || user.frozenAt) throw invalidInvitation();
    const { email, role } = invitation;
    // A wrong code or a password that will not do leaves the link good.
    const fault = passwordFault(password, email);
    if (fault) throw invalid('password', fault);
    const step = this.authenticators.stepOf(token, totpCode);
    if (step === null) throw wrongSetUpCode();

    const passwordHash = await this.passwords.hash(password);
    this.invitations.spend(token);
    const isReclaimed = !user.emailVerifiedAt;
    const before = user.staffRole;
    if (isReclaimed) user.reclaim(this.clock.now());
    user.changePassword(passwordHash);
    user.setStaffRole(role);
    // Before the sessions: a sign-in with the old password waits for this row, and finds it changed.
    this.users.save(user);
    this.sessions.endAll(user.id, 'role-changed');
    this.authenticators.adopt(user.id, token, step);
    if (isReclaimed) {
      this.pins.remove(user.id);
      this.emailCodes.discard(user.id);
    }
    this.audit.stage(
      { staffId: user.id, address, requestId },
      { action: 'staff.set-up', subject: user.id, before: { role: before }, after: { role } },
    );
    return { email, role };
  }
}
