import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Clock, type Currency, invalid, type Rate, uuidv7 } from '@app/kernel';
import { CheckoutRateSet } from '../fx.events';

/** Puts a rate for checkout conversions in force from now on; earlier ones stay on record. */
export class SetCheckoutRate extends Command<void> {
  constructor(
    readonly base: Currency,
    readonly quote: Currency,
    /** Units of `quote` for one of `base`. */
    readonly rate: Rate,
    /** The staff member's account. */
    readonly setBy: string,
  ) {
    super();
  }
}

@CommandHandler(SetCheckoutRate)
export class SetCheckoutRateHandler implements ICommandHandler<SetCheckoutRate> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  execute({ base, quote, rate, setBy }: SetCheckoutRate): Promise<void> {
    if (base === quote) throw invalid('quote', 'quote must be another currency than base.');
    const id = uuidv7(this.clock.now());
    const text = rate.toDecimal(18);
    this.unit.stage({
      sql: 'INSERT INTO fx_checkout_rates (id, base, quote, rate, valid_from, set_by) VALUES ($1, $2, $3, $4, $5, $6)',
      parameters: [id, base, quote, text, this.clock.now(), setBy],
      expectedRows: 1,
    });
    this.eventBus.publish(new CheckoutRateSet(id, setBy, 'live', { base, quote, rate: text, setBy }));
    return Promise.resolve();
  }
}
