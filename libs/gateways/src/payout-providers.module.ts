import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, type Mode } from '@app/kernel';
import { BankDirectory, PayoutCompaniesService, PayoutRoutes } from '@app/payouts';
import { GatewayExchangesStore } from '@app/trail';
import { accessFor, companyOf, payPalAccessFor } from './gateway-access.policy';
import { FlutterwaveBanks } from './flutterwave/flutterwave-banks.adapter';
import { FlutterwavePayouts } from './flutterwave/flutterwave-payouts.adapter';
import { ConfiguredPayoutRoutesService } from './payouts/configured-payout-routes.service';
import { PayPalPayouts } from './paypal/paypal-payouts.adapter';

/** Stored with the withdrawals that the simulated wallet provider took. */
const SIMULATED_WALLET = 'simulated-wallet';

/** The provider of refunds to accounts in the sandbox, by the name that its pauses are kept under. */
const SANDBOX = 'sandbox';
const TEST_BANKS = 'bank directory of test mode';
const TEST_PAYOUTS = 'payouts of test mode';

const LIVE: Provider[] = [
  {
    provide: FlutterwavePayouts,
    inject: [Config, GatewayExchangesStore],
    useFactory: (config: Config, { add }: GatewayExchangesStore) =>
      new FlutterwavePayouts(companyOf(config, 'live'), accessFor(config, 'live'), add),
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
];

/** The simulated company, which pays refunds of test mode. */
const TEST: Provider[] = [
  {
    provide: TEST_PAYOUTS,
    inject: [Config, GatewayExchangesStore],
    useFactory: (config: Config, { add }: GatewayExchangesStore) =>
      new FlutterwavePayouts(SANDBOX, accessFor(config, 'test'), add),
  },
  {
    provide: TEST_BANKS,
    inject: [Config],
    useFactory: (config: Config) => new FlutterwaveBanks(accessFor(config, 'test')),
  },
];

const COMPANIES: Provider = {
  provide: PayoutCompaniesService,
  inject: [PayoutRoutes, BankDirectory, TEST_PAYOUTS, TEST_BANKS].map((token) => ({ token, optional: true })),
  useFactory: (
    routes?: PayoutRoutes,
    directory?: BankDirectory,
    bank?: FlutterwavePayouts,
    testDirectory?: BankDirectory,
  ) =>
    new PayoutCompaniesService({
      ...(routes && directory && { live: { routes, directory } }),
      ...(bank &&
        testDirectory && {
          test: {
            routes: new ConfiguredPayoutRoutesService({ bank, extwallet: null }),
            directory: testDirectory,
          },
        }),
    }),
};

/**
 * Binds the payout providers: those of withdrawals and their directory of banks where live mode is among the modes, and
 * `PayoutCompaniesService` to all of them. In test mode only refunds are paid out.
 */
@Global()
@Module({})
export class PayoutProvidersModule {
  static for(...modes: Mode[]): DynamicModule {
    const isLive = modes.includes('live');
    return {
      module: PayoutProvidersModule,
      providers: [...(isLive ? LIVE : []), ...(modes.includes('test') ? TEST : []), COMPANIES],
      exports: [PayoutCompaniesService, ...(isLive ? [PayoutRoutes, BankDirectory] : [])],
    };
  }
}
