import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { SimulatedBvnEvents } from './bvn/bvn-events.service';
import { SimulatedBvnController } from './bvn/bvn-registry.controller';
import { SimulatedBvns } from './bvn/simulated-bvns.store';
import { AbandonedCharges } from './charges/abandoned-charges.service';
import { ChallengeController } from './pages/challenge.controller';
import { ChargesController } from './charges/charges.controller';
import { DueEvents } from './charges/due-events.service';
import { EventDispatcher } from './charges/event-dispatcher.service';
import { FailureInterceptor } from './failures/failure.interceptor';
import { Failures } from './failures/failures.service';
import { FailuresController } from './failures/failures.controller';
import { Settlement } from './charges/charge-settlement.service';
import { MethodCharges } from './charges/method-charges.service';
import { SimulatedAccounts } from './charges/simulated-accounts.store';
import { SimulatedCharges } from './charges/simulated-charges.store';
import { PayPalTokens } from './payouts/paypal-access.guard';
import { PayoutBatches } from './payouts/payout-batches.store';
import { SimulatedPayoutsController, SimulatedPayPalTokenController } from './payouts/payouts.controller';
import { SimulatedPayoutEvents } from './payouts/payout-events.service';
import { SimulatedTransfers } from './payouts/simulated-transfers.store';
import { SimulatedTransfersController } from './payouts/transfers.controller';
import { SimulatedRefunds } from './charges/simulated-refunds.store';
import { SimulatorSettings, type GatewaySimulatorOptions } from './common/simulator-settings.service';
import { TokensController } from './charges/tokens.controller';
import { SimulatedVirtualAccountsController } from './charges/virtual-accounts.controller';
import { RefundsController, TransactionsController } from './charges/transactions.controller';
import { SimulatorCallers } from './simulator-callers.service';
import { WalletEvents } from './wallet/wallet-events.service';
import { WalletOrders } from './wallet/wallet-orders.store';
import { WalletCertificateController, WalletOrdersController } from './wallet/wallet-orders.controller';

export interface GatewaySimulatorRegistration {
  imports?: ModuleMetadata['imports'];
  inject?: FactoryProvider['inject'];
  useFactory: (...dependencies: never[]) => GatewaySimulatorOptions | Promise<GatewaySimulatorOptions>;
  /** Serves only the challenge page, for a host that shows it to buyers under its own name. */
  challengeOnly?: boolean;
}

/**
 * A simulated card company: the gateway protocol under `/simulator/gateway/v3`, the bank's page under `/challenge`,
 * simulated failures under `/simulator/gateway/faults`. Needs `DataSource` and `Clock` from global modules or
 * `imports`.
 */
@Module({})
export class GatewaySimulatorModule {
  static register({
    imports = [],
    inject = [],
    useFactory,
    challengeOnly,
  }: GatewaySimulatorRegistration): DynamicModule {
    const gateway = [
      ChargesController,
      TokensController,
      TransactionsController,
      RefundsController,
      FailuresController,
      SimulatedBvnController,
      SimulatedVirtualAccountsController,
      SimulatedTransfersController,
    ];
    const wallet = [
      WalletOrdersController,
      WalletCertificateController,
      SimulatedPayPalTokenController,
      SimulatedPayoutsController,
    ];
    return {
      module: GatewaySimulatorModule,
      imports,
      controllers: challengeOnly ? [ChallengeController] : [...gateway, ...wallet, ChallengeController],
      providers: [
        {
          provide: SimulatorSettings,
          inject,
          useFactory: async (...dependencies: never[]) =>
            new SimulatorSettings(await useFactory(...dependencies)),
        },
        SimulatorCallers,
        SimulatedCharges,
        SimulatedAccounts,
        MethodCharges,
        WalletOrders,
        WalletEvents,
        SimulatedRefunds,
        SimulatedBvns,
        SimulatedBvnEvents,
        SimulatedTransfers,
        PayoutBatches,
        PayPalTokens,
        SimulatedPayoutEvents,
        Failures,
        FailureInterceptor,
        DueEvents,
        EventDispatcher,
        Settlement,
        AbandonedCharges,
      ],
    };
  }
}
