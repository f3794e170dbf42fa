import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChargeOutcome } from '@app/charges';
import { Times } from '@app/kernel';
import { CardChargeOutcomesService } from '../card-charge-outcomes.service';
import { CardChargeRepository } from '../card-charge.repository';

/**
 * Records what became of a charge, with its effects on invoice and subscription. What is known already changes nothing.
 * Returns whether the charge has ended.
 */
export class RecordCardCharge extends Command<boolean> {
  constructor(
    readonly id: string,
    readonly outcome: ChargeOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordCardCharge)
export class RecordCardChargeHandler implements ICommandHandler<RecordCardCharge> {
  constructor(
    private readonly charges: CardChargeRepository,
    private readonly outcomes: CardChargeOutcomesService,
    private readonly times: Times,
  ) {}

  async execute({ id, outcome }: RecordCardCharge): Promise<boolean> {
    const charge = await this.charges.byId(id);
    await this.outcomes.apply(charge, outcome, await this.times.of(charge));
    return !charge.isOpen;
  }
}
