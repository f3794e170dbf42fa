import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { LOGGER } from '@app/http';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { ChargeHoldsStore } from './charge-holds.store';

const holdsInForce = new Gauge({
  name: 'charge_holds',
  help: 'Stops of silent charges that wait for staff; target 0',
});

/**
 * Stops silent charges if the time cannot be trusted, because a wrong clock would charge every customer at once. Staff
 * release them.
 */
@Injectable()
export class ChargeGuardService {
  constructor(
    private readonly holds: ChargeHoldsStore,
    private readonly config: Config,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Call it before charges are selected; `SubscriptionClaimsStore` leaves silent ones out while a hold is in force. Returns the
   * time up to which subscriptions are due: `now` by the clock of the caller, or the time of the database where that is
   * earlier, so that a clock that is ahead bills nothing early.
   */
  async check(now: Date): Promise<Date> {
    if (!this.config.guardsClock) return now;
    const { hold, databaseTime } = await this.holds.beat(now);
    if (hold) this.log.error(hold, 'silent charges of subscriptions wait for staff');
    holdsInForce.set((await this.holds.list()).length);
    return databaseTime < now ? databaseTime : now;
  }
}
