import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import { WithdrawalDestinationsService } from '../withdrawal-destinations.service';
import { alreadyEnded } from '../withdrawal.errors';
import { WithdrawalRepository } from '../withdrawal.repository';

export interface RevealedDestination {
  destination: ReturnType<WithdrawalDestinationsService['open']>;
  bankName: string | null;
}

/** Finance reads where a withdrawal goes, to pay it by hand. */
export class RevealDestination extends Command<RevealedDestination> {
  constructor(
    readonly caller: UserCaller,
    readonly uuid: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealDestination)
export class RevealDestinationHandler implements ICommandHandler<RevealDestination> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly destinations: WithdrawalDestinationsService,
    private readonly unit: UnitOfWork,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE once it has ended. */
  async execute({ caller, uuid, reason }: RevealDestination): Promise<RevealedDestination> {
    const { id, ownerId, status, isEnded, terms } = await this.withdrawals.byId(uuid);
    assertNotOwn(caller, ownerId, 'read where a withdrawal goes');
    if (isEnded) throw alreadyEnded(status);
    this.unit.audit({ subject: id, after: { people: [ownerId], method: terms.method }, reason });
    return { destination: this.destinations.open(id, terms.destination), bankName: terms.bankName };
  }
}
