import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode, Times } from '@app/kernel';
import { doubtAbout } from '../account-holder.policy';
import { PaymentPartiesQueries } from '../payment-parties.queries';
import { RefundDestinationsService } from '../refund-destinations.service';
import { notThisAccount } from '../refund.errors';
import { RefundRepository } from '../refund.repository';

/** A payer confirms the account that a refund goes to, as it was sealed when it was looked up. */
export class NameRefundAccount extends Command<void> {
  constructor(
    readonly mode: Mode,
    readonly token: string,
    readonly sealed: Buffer,
  ) {
    super();
  }
}

@CommandHandler(NameRefundAccount)
export class NameRefundAccountHandler implements ICommandHandler<NameRefundAccount> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly destinations: RefundDestinationsService,
    private readonly parties: PaymentPartiesQueries,
    private readonly times: Times,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE where no account is awaited, VALIDATION_ERROR for one of another refund. */
  async execute({ mode, token, sealed }: NameRefundAccount): Promise<void> {
    const refund = await this.refunds.byToken(mode, token);
    const { shown, paidFrom, holder } = this.accountIn(refund.id, sealed);
    const doubt = doubtAbout({ holder, ...(await this.parties.namesOf(refund)) });
    refund.nameAccount({ sealed, shown, paidFrom }, doubt, await this.times.of(refund), this.clock.now());
    this.refunds.save(refund);
  }

  private accountIn(id: string, sealed: Buffer) {
    try {
      return this.destinations.open(id, sealed);
    } catch {
      throw notThisAccount();
    }
  }
}
