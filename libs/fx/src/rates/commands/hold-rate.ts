import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, Rate, uuidv7 } from '@app/kernel';
import { LiveRateHeld } from '../fx.events';
import { HeldRatesStore } from '../held-rates.store';
import type { OfferedRate } from '../rate-jump.policy';

const SHOWN_DECIMALS = 10;

/** Keeps a live rate that moved too far, unserved. Returns whether none of its currency was held before. */
export class HoldRate extends Command<boolean> {
  constructor(
    readonly offer: OfferedRate,
    /** The live rate that it is too far from. */
    readonly inForce: Rate,
  ) {
    super();
  }
}

@CommandHandler(HoldRate)
export class HoldRateHandler implements ICommandHandler<HoldRate> {
  constructor(
    private readonly held: HeldRatesStore,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ offer, inForce }: HoldRate): Promise<boolean> {
    const before = await this.held.find(offer.currency);
    const rate = Rate.parse(offer.rate);
    const isSame = before?.rate.equals(rate) && before.asOf.getTime() === offer.asOf.getTime();
    if (isSame) return false;
    const id = uuidv7(this.clock.now());
    if (before) this.held.end(before, 'replaced');
    this.held.add(id, offer, inForce);
    if (before) return false;
    const data = {
      currency: offer.currency,
      rate: rate.toDecimal(SHOWN_DECIMALS),
      inForce: inForce.toDecimal(SHOWN_DECIMALS),
      source: offer.source,
    };
    this.eventBus.publish(new LiveRateHeld(id, id, 'live', data));
    return true;
  }
}
