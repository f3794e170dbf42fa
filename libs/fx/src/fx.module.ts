import { Module } from '@nestjs/common';
import { CheckoutRates } from './rates/checkout-rates.service';
import { AcceptRateHandler } from './rates/commands/accept-rate';
import { HoldRateHandler } from './rates/commands/hold-rate';
import { ReportRateDriftHandler } from './rates/commands/report-rate-drift';
import { SetCheckoutRateHandler } from './rates/commands/set-checkout-rate';
import { SetSpreadHandler } from './rates/commands/set-spread';
import { Fx } from './rates/fx.service';
import { HeldRates } from './rates/held-rates.store';
import { PullRates } from './rates/jobs/pull-rates';
import { ReportDriftedRates } from './rates/jobs/report-drifted-rates';
import { PulledRates } from './rates/pulled-rates.service';
import { RateDrifts } from './rates/rate-drifts.store';
import { ErApiRates } from './sources/er-api-rates.adapter';
import { FileRates } from './sources/file-rates.service';
import { FrankfurterRates } from './sources/frankfurter-rates.adapter';
import { OpenExchangeRates } from './sources/open-exchange-rates.adapter';
import { RateSources } from './sources/rate-sources.service';
import { RatesHttp } from './sources/rates-http.service';
import { Spreads } from './rates/spreads.store';

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
