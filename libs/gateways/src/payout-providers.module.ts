import { Global, Module } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock } from '@app/kernel';
import { BankDirectory, PayoutRoutes } from '@app/payouts';
import { accessFor, companyOf, payPalAccessFor } from './gateway-access.policy';
import { FlutterwaveBanks } from './flutterwave/flutterwave-banks.adapter';
import { FlutterwavePayouts } from './flutterwave/flutterwave-payouts.adapter';
import { ConfiguredPayoutRoutesService } from './payouts/configured-payout-routes.service';
import { PayPalPayouts } from './paypal/paypal-payouts.adapter';

/** Stored with the withdrawals that the simulated wallet provider took. */
const SIMULATED_WALLET = 'simulated-wallet';

/** Binds the payout providers of live mode and their directory of banks; test mode has no payouts. */
@Global()
@Module({
  providers: [
    {
      provide: FlutterwavePayouts,
      inject: [Config],
      useFactory: (config: Config) =>
        new FlutterwavePayouts(companyOf(config, 'live'), accessFor(config, 'live')),
    },
    {
      provide: BankDirectory,
      inject: [Config],
      useFactory: (config: Config) => new FlutterwaveBanks(accessFor(config, 'live')),
    },
    {
      provide: PayPalPayouts,
      inject: [Config, Clock],
      useFactory: (config: Config, clock: Clock) => {
        const name = config.payoutWallet === 'simulator' ? SIMULATED_WALLET : 'paypal';
        return new PayPalPayouts(name, payPalAccessFor(config), clock);
      },
    },
    {
      provide: PayoutRoutes,
      inject: [Config, FlutterwavePayouts, PayPalPayouts],
      useFactory: ({ payoutWallet }: Config, bank: FlutterwavePayouts, wallet: PayPalPayouts) =>
        new ConfiguredPayoutRoutesService({ bank, extwallet: payoutWallet === 'off' ? null : wallet }),
    },
  ],
  exports: [PayoutRoutes, BankDirectory],
})
export class PayoutProvidersModule {}
