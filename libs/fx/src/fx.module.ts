import { Module } from '@nestjs/common';
import { CheckoutRates } from './checkout-rates';
import { SetCheckoutRateHandler } from './commands/set-checkout-rate';
import { FileRates } from './file-rates';
import { Fx } from './fx';
import { PullRates } from './jobs/pull-rates';
import { PulledRates } from './pulled-rates';
import { RateSource } from './rate-source.port';

@Module({
  providers: [
    // Each value FX_SOURCE may take has its adapter here.
    { provide: RateSource, useClass: FileRates },
    ...[PulledRates, CheckoutRates, SetCheckoutRateHandler, Fx, PullRates],
  ],
  exports: [Fx, CheckoutRates, PullRates],
})
export class FxModule {}
