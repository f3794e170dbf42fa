import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { UserRepository } from '../../people/user.repository';
import { AccountFreezingService } from '../account-freezing.service';

/** Stops an account: its sessions end, its keys stop, and it sends no money. */
export class FreezeUser extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(FreezeUser)
export class FreezeUserHandler implements ICommandHandler<FreezeUser> {
  constructor(
    private readonly users: UserRepository,
    private readonly freezing: AccountFreezingService,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN for one's own account; INVALID_STATE for a frozen one and for the last administrator. */
  async execute({ caller, userId, reason }: FreezeUser): Promise<void> {
    assertNotOwn(caller, userId, 'freeze an account');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    await this.freezing.freeze(user, reason, caller.userId);
    this.unit.audit({ subject: userId, before: { frozen: false }, after: { frozen: true }, reason });
  }
}
