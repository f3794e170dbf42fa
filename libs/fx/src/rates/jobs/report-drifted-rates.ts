import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { ReportRateDrift } from '../commands/report-rate-drift';
import { FxService } from '../fx.service';
import { RateDriftsStore } from '../rate-drifts.store';
import { PullRates } from './pull-rates';

const driftedRates = new Gauge({
  name: 'fx_checkout_rates_drifted',
  help: 'Checkout rates that are not used because they are too far from the live rate; target 0',
});

/** Notifies finance of each checkout rate that has drifted from the live rate, once until it is close again. */
@Injectable()
@Scheduled({ every: '1m', name: 'report drifted checkout rates', after: [PullRates] })
export class ReportDriftedRates {
  constructor(
    private readonly commands: Commands,
    private readonly fx: FxService,
    private readonly drifts: RateDriftsStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many rates have been reported. */
  async run(): Promise<number> {
    const compared = await this.fx.comparedRates();
    const drifted = compared.filter(({ isDrifted }) => isDrifted);
    driftedRates.set(drifted.length);
    // Without a live rate nothing is known: an open drift stays open.
    await this.drifts.end(compared.filter(({ live, isDrifted }) => live !== null && !isDrifted));
    let reported = 0;
    for (const { live, ...set } of drifted) {
      if (!(await this.commands.execute(new ReportRateDrift(set, live!)))) continue;
      reported += 1;
      const { base, quote } = set;
      this.log.error({ base, quote }, 'a checkout rate is too far from the live rate and is not used');
    }
    return reported;
  }
}
