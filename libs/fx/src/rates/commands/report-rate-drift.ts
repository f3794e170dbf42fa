import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Rate, uuidv7 } from '@app/kernel';
import { CheckoutRateDrifted } from '../fx.events';
import type { SetRate } from '../checkout-rates.service';
import { RateDriftsStore } from '../rate-drifts.store';

/** Decimals of a rate in a notice. */
const SHOWN_DECIMALS = 6;

/** Notifies finance of a checkout rate that has drifted from the live one. Returns false where it was reported. */
export class ReportRateDrift extends Command<boolean> {
  constructor(
    readonly set: SetRate,
    readonly live: Rate,
  ) {
    super();
  }
}

@CommandHandler(ReportRateDrift)
export class ReportRateDriftHandler implements ICommandHandler<ReportRateDrift> {
  constructor(
    private readonly drifts: RateDriftsStore,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ set: { base, quote, rate: set }, live: current }: ReportRateDrift): Promise<boolean> {
    if (await this.drifts.isOpen({ base, quote })) return false;
    const driftId = uuidv7(this.clock.now());
    const [rate, live] = [set.toDecimal(SHOWN_DECIMALS), current.toDecimal(SHOWN_DECIMALS)];
    this.drifts.open(driftId, { base, quote }, rate, live);
    const data = { driftId, base, quote, rate, live };
    this.eventBus.publish(new CheckoutRateDrifted(driftId, driftId, 'live', data));
    return true;
  }
}
