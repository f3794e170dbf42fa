import { Module } from '@nestjs/common';
import { CheckoutRates } from './checkout-rates.service';
import { AcceptRateHandler } from './commands/accept-rate';
import { HoldRateHandler } from './commands/hold-rate';
import { ReportRateDriftHandler } from './commands/report-rate-drift';
import { SetCheckoutRateHandler } from './commands/set-checkout-rate';
import { SetSpreadHandler } from './commands/set-spread';
import { Fx } from './fx.service';
import { HeldRates } from './held-rates.store';
import { PullRates } from './jobs/pull-rates';
import { ReportDriftedRates } from './jobs/report-drifted-rates';
import { PulledRates } from './pulled-rates.service';
import { RateDrifts } from './rate-drifts.store';
import { ErApiRates } from './sources/er-api-rates.adapter';
import { FileRates } from './sources/file-rates.service';
import { FrankfurterRates } from './sources/frankfurter-rates.adapter';
import { OpenExchangeRates } from './sources/open-exchange-rates.adapter';
import { RateSources } from './sources/rate-sources.service';
import { RatesHttp } from './sources/rates-http.service';
import { Spreads } from './spreads.store';

@Module({
  providers: [
    RatesHttp,
    FileRates,
    FrankfurterRates,
    OpenExchangeRates,
    ErApiRates,
    RateSources,
    PulledRates,
    HeldRates,
    Spreads,
    HoldRateHandler,
    AcceptRateHandler,
    SetSpreadHandler,
    CheckoutRates,
    SetCheckoutRateHandler,
    Fx,
    PullRates,
    RateDrifts,
    ReportRateDriftHandler,
    ReportDriftedRates,
  ],
  exports: [Fx, CheckoutRates, HeldRates, Spreads, PullRates],
})
export class FxModule {}
