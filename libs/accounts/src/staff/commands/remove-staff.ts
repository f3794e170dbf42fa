import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, AuditLogService } from '@app/http';
import { notFound } from '@app/kernel';
import { notStaff } from '../../common/account.errors';
import { UserRepository } from '../../people/user.repository';
import { StaffInvitationsService } from '../staff-invitations.service';
import { StaffRolesService } from '../staff-roles.service';

/**
 * Takes the staff role or the open set-up link of an account. The account stays, without its sessions. For operators with
 * access to the machine.
 */
export class RemoveStaff extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly email: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveStaff)
export class RemoveStaffHandler implements ICommandHandler<RemoveStaff> {
  constructor(
    private readonly users: UserRepository,
    private readonly roles: StaffRolesService,
    private readonly invitations: StaffInvitationsService,
    private readonly audit: AuditLogService,
  ) {}

  /** INVALID_STATE for the last administrator, and for an account with neither role nor link. */
  async execute({ actor, email }: RemoveStaff): Promise<void> {
    const user = await this.users.findOneBy({ email });
    if (!user) throw notFound('Account');
    if (!user.staffRole && !(await this.invitations.existsFor(user.id))) throw notStaff();
    this.audit.stage(actor, {
      action: 'staff.remove',
      subject: user.id,
      before: { role: user.staffRole },
      after: { role: null },
    });
    await this.roles.change(user, null);
  }
}
