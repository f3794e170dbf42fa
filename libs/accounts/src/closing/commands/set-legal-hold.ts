import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { sameLegalHold } from '../../common/account.errors';
import { UserRepository } from '../../people/user.repository';

/** Whether the personal data of an account is kept for an investigation. */
export interface LegalHold {
  userId: string;
  isHeld: boolean;
}

/** Keeps the personal data of an account past its time, or lets it be erased when its time is over. */
export class SetLegalHold extends Command<LegalHold> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly isHeld: boolean,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SetLegalHold)
export class SetLegalHoldHandler implements ICommandHandler<SetLegalHold> {
  constructor(
    private readonly users: UserRepository,
    private readonly unit: UnitOfWork,
  ) {}

  /** NOT_FOUND, FORBIDDEN for one's own account; INVALID_STATE where it is so already. */
  async execute({ caller, userId, isHeld, reason }: SetLegalHold): Promise<LegalHold> {
    assertNotOwn(caller, userId, 'decide about a legal hold');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (user.legalHold === isHeld) throw sameLegalHold(isHeld);
    user.legalHold = isHeld;
    this.users.save(user);
    this.unit.audit({
      subject: userId,
      before: { legal_hold: !isHeld },
      after: { legal_hold: isHeld },
      reason,
    });
    return { userId, isHeld };
  }
}
