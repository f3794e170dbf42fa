import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, AuditLogService, type StaffRole } from '@app/http';
import { Clock, invalidState, randomAlphanumeric, randomToken, uuidv7 } from '@app/kernel';
import { staffAlready } from '../../common/account.errors';
import { User } from '../../people/user.aggregate';
import { UserRepository } from '../../people/user.repository';
import { UsertagsService } from '../../people/usertags.service';
import { PasswordsService } from '../../passwords/passwords.service';
import { StaffInvitationsService } from '../staff-invitations.service';

export interface Invited {
  /** Of the set-up link; shown once. */
  token: string;
  expiresAt: Date;
  /** Whether the account was opened for this. */
  isNew: boolean;
}

/**
 * Makes a set-up link that gives the holder of this address a staff role, with a new password and authenticator. The
 * account, which is opened if need be, stays as it is until the link is used. For operators with access to the machine.
 */
export class InviteStaff extends Command<Invited> {
  constructor(
    readonly actor: Actor,
    readonly email: string,
    readonly role: StaffRole,
  ) {
    super();
  }
}

@CommandHandler(InviteStaff)
export class InviteStaffHandler implements ICommandHandler<InviteStaff> {
  constructor(
    private readonly users: UserRepository,
    private readonly usertags: UsertagsService,
    private readonly passwords: PasswordsService,
    private readonly invitations: StaffInvitationsService,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /** CONFLICT where the account has another role: that is changed by `set-role` or removed first. */
  async execute({ actor, email, role }: InviteStaff): Promise<Invited> {
    const existing = await this.users.findOneBy({ email });
    if (existing?.frozenAt) throw invalidState('This account is frozen; unfreeze it first.');
    if (existing?.staffRole && existing.staffRole !== role) throw staffAlready(existing.staffRole);
    const user = existing ?? (await this.open(email));
    const { token, expiresAt } = this.invitations.issue(user.id, role);
    this.audit.stage(actor, {
      action: 'staff.add',
      subject: user.id,
      before: { role: user.staffRole },
      after: { invited_as: role, until: expiresAt },
    });
    return { token, expiresAt, isNew: !existing };
  }

  /** With a random password that is not kept. */
  private async open(email: string): Promise<User> {
    const now = this.clock.now();
    const mailbox = email.split('@')[0]!.slice(0, 100);
    const user = User.register(
      {
        id: uuidv7(now),
        accountType: 'personal',
        email,
        firstName: 'Staff',
        lastName: mailbox,
        businessName: null,
        countryCode: 'NG',
        currency: 'NGN',
        phone: null,
        usertag: await this.usertags.choose(null, 'staff'),
        referralCode: randomAlphanumeric(10).toUpperCase(),
        referredBy: null,
        passwordHash: await this.passwords.hash(randomToken()),
      },
      now,
    );
    this.users.add(user);
    return user;
  }
}
