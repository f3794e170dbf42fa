import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Currency, invalid, type Rate, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { type CheckoutRate, CheckoutRatesService } from '../checkout-rates.service';
import { rateReplaced } from '../fx.errors';
import { CheckoutRateSet } from '../fx.events';
import { FxService } from '../fx.service';
import { assertPlausible } from '../rate-change.policy';

/** What a member of staff gives beside the rate. */
export interface RateDecision {
  reason: string;
  /** The rate that they have seen in force; null: not compared. */
  replaces: Rate | null;
}

/** A rate that was put in force. */
export interface RateChange {
  base: Currency;
  quote: Currency;
  rate: Rate;
  validFrom: Date;
  /** The rate before it; null where there was none. */
  replaced: Rate | null;
  /** Null where there is none young enough. */
  live: Rate | null;
  /** Whether it is too far from the live rate to be used. */
  isDrifted: boolean;
}

/** Puts a rate for checkout conversions in force from now on; earlier ones stay on record. */
export class SetCheckoutRate extends Command<RateChange> {
  constructor(
    readonly base: Currency,
    readonly quote: Currency,
    /** Units of `quote` for one of `base`. */
    readonly rate: Rate,
    /** The staff member's account. */
    readonly setBy: string,
    /** Absent: set by the service itself, for demo data. */
    readonly decision?: RateDecision,
  ) {
    super();
  }
}

@CommandHandler(SetCheckoutRate)
export class SetCheckoutRateHandler implements ICommandHandler<SetCheckoutRate> {
  constructor(
    private readonly fx: FxService,
    private readonly rates: CheckoutRatesService,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** VALIDATION_ERROR for a rate that cannot be meant, CONFLICT where it replaces another rate than the one seen. */
  async execute({ base, quote, rate, setBy, decision }: SetCheckoutRate): Promise<RateChange> {
    if (base === quote) throw invalid('quote', 'quote must be another currency than base.');
    const [before, live] = [await this.rates.newest(base, quote), await this.fx.currentRateOf(base, quote)];
    const replaced = before?.rate ?? null;
    assertPlausible(rate, live ?? replaced);
    if (decision?.replaces && !replaced?.equals(decision.replaces)) throw rateReplaced(base, quote, replaced);
    const now = this.clock.now();
    const id = uuidv7(now);
    // The clock of the host that set the rate before may run ahead.
    const validFrom = before && before.validFrom > now ? before.validFrom : now;
    this.rates.add({ id, base, quote, rate, validFrom, setBy, replaces: before?.id ?? null });
    const data = { base, quote, rate: rate.toDecimal(18), setBy };
    this.eventBus.publish(new CheckoutRateSet(id, setBy, 'live', data));
    if (decision) this.audit(data, before, decision.reason);
    return { base, quote, rate, validFrom, replaced, live, isDrifted: this.fx.hasDrifted(rate, live) };
  }

  private audit(
    { base, quote, rate }: { base: Currency; quote: Currency; rate: string },
    before: CheckoutRate | null,
    reason: string,
  ): void {
    this.unit.audit({
      subject: `${base}/${quote}`,
      before: { rate: before?.rate.toDecimal(18) ?? null, valid_from: before?.validFrom ?? null },
      after: { rate },
      reason,
    });
  }
}
