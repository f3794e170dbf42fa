import { Module } from '@nestjs/common';
import { CheckoutRates } from './checkout-rates.service';
import { ReportRateDriftHandler } from './commands/report-rate-drift';
import { SetCheckoutRateHandler } from './commands/set-checkout-rate';
import { FileRates } from './file-rates.service';
import { Fx } from './fx.service';
import { PullRates } from './jobs/pull-rates';
import { ReportDriftedRates } from './jobs/report-drifted-rates';
import { PulledRates } from './pulled-rates.service';
import { RateDrifts } from './rate-drifts.store';
import { RateSource } from './rate-source.port';

@Module({
  providers: [
    // Each value FX_SOURCE may take has its adapter here.
    { provide: RateSource, useClass: FileRates },
    PulledRates,
    CheckoutRates,
    SetCheckoutRateHandler,
    Fx,
    PullRates,
    RateDrifts,
    ReportRateDriftHandler,
    ReportDriftedRates,
  ],
  exports: [Fx, CheckoutRates, PullRates, ReportDriftedRates],
})
export class FxModule {}
