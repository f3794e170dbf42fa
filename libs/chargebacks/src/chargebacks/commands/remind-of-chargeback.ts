import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { ChargebackRepository } from '../chargeback.repository';

/** Reminds the owner, once, that the company soon takes no answer any more; false where that is not so. */
export class RemindOfChargeback extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(RemindOfChargeback)
export class RemindOfChargebackHandler implements ICommandHandler<RemindOfChargeback> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: RemindOfChargeback): Promise<boolean> {
    const chargeback = await this.chargebacks.byId(id);
    if (chargeback.status !== 'opened' || chargeback.remindedAt) return false;
    chargeback.remind(this.clock.now());
    this.chargebacks.save(chargeback);
    return true;
  }
}
