import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type StaffRole, type UserCaller } from '@app/http';
import { invalidState, notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { sameRole } from '../../common/account.errors';
import { UserDirectoryQueries } from '../../people/user-directory.queries';
import { UserRepository } from '../../people/user.repository';
import { StaffRolesService } from '../staff-roles.service';

/** The role of a person before and after. */
export interface RoleChange {
  userId: string;
  before: StaffRole | null;
  after: StaffRole | null;
}

/** Gives an account a staff role, another one or none, and ends its sessions. */
export class SetStaffRole extends Command<RoleChange> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly role: StaffRole | null,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SetStaffRole)
export class SetStaffRoleHandler implements ICommandHandler<SetStaffRole> {
  constructor(
    private readonly users: UserRepository,
    private readonly roles: StaffRolesService,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * FORBIDDEN for one's own role, and a role for another account of one's own; INVALID_STATE for the last administrator,
   * and a role for an account that may be a stranger's.
   */
  async execute({ caller, userId, role, reason }: SetStaffRole): Promise<RoleChange> {
    assertNotOwn(caller, userId, 'change a role');
    if (role) await this.directory.assertOfAnotherPerson(caller, userId, 'give a role to an account');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const before = user.staffRole;
    if (before === role) throw sameRole();
    if (role && !user.emailVerifiedAt)
      throw invalidState('The e-mail address of this account is not proved, so it may be a stranger’s.');
    if (role && user.frozenAt) throw invalidState('This account is frozen; unfreeze it first.');
    await this.roles.change(user, role);
    this.unit.audit({ subject: userId, before: { role: before }, after: { role }, reason });
    return { userId, before, after: role };
  }
}
