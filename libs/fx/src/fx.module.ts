import { Module } from '@nestjs/common';
import { CheckoutRatesService } from './rates/checkout-rates.service';
import { AcceptRateHandler } from './rates/commands/accept-rate';
import { HoldRateHandler } from './rates/commands/hold-rate';
import { ReportRateDriftHandler } from './rates/commands/report-rate-drift';
import { SetCheckoutRateHandler } from './rates/commands/set-checkout-rate';
import { SetSpreadHandler } from './rates/commands/set-spread';
import { FxService } from './rates/fx.service';
import { HeldRatesStore } from './rates/held-rates.store';
import { PullRates } from './rates/jobs/pull-rates';
import { ReportDriftedRates } from './rates/jobs/report-drifted-rates';
import { PulledRatesService } from './rates/pulled-rates.service';
import { RateDriftsStore } from './rates/rate-drifts.store';
import { ErApiRates } from './sources/er-api-rates.adapter';
import { FileRatesService } from './sources/file-rates.service';
import { FrankfurterRates } from './sources/frankfurter-rates.adapter';
import { OpenExchangeRates } from './sources/open-exchange-rates.adapter';
import { RateSourcesService } from './sources/rate-sources.service';
import { RatesHttpService } from './sources/rates-http.service';
import { SpreadsStore } from './rates/spreads.store';

@Module({
  providers: [
    RatesHttpService,
    FileRatesService,
    FrankfurterRates,
    OpenExchangeRates,
    ErApiRates,
    RateSourcesService,
    PulledRatesService,
    HeldRatesStore,
    SpreadsStore,
    HoldRateHandler,
    AcceptRateHandler,
    SetSpreadHandler,
    CheckoutRatesService,
    SetCheckoutRateHandler,
    FxService,
    PullRates,
    RateDriftsStore,
    ReportRateDriftHandler,
    ReportDriftedRates,
  ],
  exports: [FxService, CheckoutRatesService, HeldRatesStore, SpreadsStore, PullRates],
})
export class FxModule {}
