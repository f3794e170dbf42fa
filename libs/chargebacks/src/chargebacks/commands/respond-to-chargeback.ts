import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { Chargeback } from '../chargeback.aggregate';
import { ChargebackAnswersService, type GivenAnswer } from '../chargeback-answers.service';
import { ChargebackRepository } from '../chargeback.repository';

/** The owner of a live payment accepts a chargeback of it, or contests it. */
export class RespondToChargeback extends Command<Chargeback> {
  constructor(
    readonly ownerId: string,
    readonly chargebackId: string,
    readonly answer: GivenAnswer,
  ) {
    super();
  }
}

@CommandHandler(RespondToChargeback)
export class RespondToChargebackHandler implements ICommandHandler<RespondToChargeback> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly answers: ChargebackAnswersService,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, chargebackId, answer }: RespondToChargeback): Promise<Chargeback> {
    const chargeback = await this.chargebacks.ofOwner(ownerId, 'live', chargebackId);
    await this.answers.answer(chargeback, answer, this.clock.now());
    return chargeback;
  }
}
