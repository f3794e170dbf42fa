import { Module } from '@nestjs/common';
import { CheckoutRates } from './checkout-rates.service';
import { SetCheckoutRateHandler } from './commands/set-checkout-rate';
import { FileRates } from './file-rates.service';
import { Fx } from './fx.service';
import { PullRates } from './jobs/pull-rates';
import { PulledRates } from './pulled-rates.service';
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
  ],
  exports: [Fx, CheckoutRates, PullRates],
})
export class FxModule {}
