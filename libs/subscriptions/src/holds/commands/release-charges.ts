import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { type ChargeHold, ChargeHoldsStore } from '../charge-holds.store';

/** Finance has checked the clocks: silent charges are made again, the running cycle once. */
export class ReleaseCharges extends Command<ChargeHold> {
  constructor(
    readonly caller: UserCaller,
    readonly holdId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseCharges)
export class ReleaseChargesHandler implements ICommandHandler<ReleaseCharges> {
  constructor(
    private readonly holds: ChargeHoldsStore,
    private readonly unit: UnitOfWork,
  ) {}

  /** Throws NOT_FOUND where no such hold is in force. */
  async execute({ caller, holdId, reason }: ReleaseCharges): Promise<ChargeHold> {
    const hold = (await this.holds.list()).find(({ id }) => id === holdId);
    if (!hold) throw notFound('Hold');
    this.holds.release(hold, caller.userId);
    this.unit.audit({ subject: hold.id, before: { cause: hold.cause, seconds: hold.seconds }, reason });
    return hold;
  }
}
