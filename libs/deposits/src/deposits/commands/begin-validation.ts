import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BegunStep, SubmittedCode } from '@app/charges';
import { Clock } from '@app/kernel';
import { DepositRepository } from '../deposit.repository';
import type { Deposit } from '../deposit.aggregate';
import { begunStep } from './begin-charge';

/** Claims a waiting charge for one code: counted before the gateway is called, one at a time. */
export class BeginValidation extends Command<BegunStep<Deposit>> {
  constructor(
    readonly ownerId: string,
    readonly code: SubmittedCode,
    readonly requestKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(BeginValidation)
export class BeginValidationHandler implements ICommandHandler<BeginValidation> {
  constructor(
    private readonly deposits: DepositRepository,
    private readonly clock: Clock,
  ) {}

  /** A code for a step that has passed is not sent: the caller gets the current state, as for a repeated request. */
  async execute({ ownerId, code, requestKey }: BeginValidation): Promise<BegunStep<Deposit>> {
    const now = this.clock.now();
    const begun = await this.deposits.begunBy(ownerId, requestKey, now);
    if (begun) return begunStep(begun, true);
    const deposit = await this.deposits.byGwRef(ownerId, code.gwRef);
    if (deposit.charge.isPast(code, deposit.id)) return begunStep(deposit, true);
    deposit.submitCode(requestKey, now);
    this.deposits.save(deposit);
    return begunStep(deposit, false);
  }
}
