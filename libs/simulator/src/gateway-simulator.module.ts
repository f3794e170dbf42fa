import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { BvnEventsService } from './bvn/bvn-events.service';
import { SimulatedBvnController } from './bvn/simulated-bvn.controller';
import { SimulatedBvnsStore } from './bvn/simulated-bvns.store';
import { AbandonedChargesService } from './charges/abandoned-charges.service';
import { ChallengeController } from './pages/challenge.controller';
import { ChargesController } from './charges/charges.controller';
import { DueEventsService } from './charges/due-events.service';
import { EventDispatcherService } from './charges/event-dispatcher.service';
import { FailureInterceptor } from './failures/failure.interceptor';
import { FailuresService } from './failures/failures.service';
import { FailuresController } from './failures/failures.controller';
import { ChargeSettlementService } from './charges/charge-settlement.service';
import { MethodChargesService } from './charges/method-charges.service';
import { SimulatedAccountsStore } from './charges/simulated-accounts.store';
import { SimulatedChargesStore } from './charges/simulated-charges.store';
import { PayPalTokens } from './payouts/paypal-access.guard';
import { PayoutBatchesStore } from './payouts/payout-batches.store';
import {
  SimulatedPayoutsController,
  SimulatedPayPalTokenController,
} from './payouts/simulated-payouts.controller';
import { PayoutEventsService } from './payouts/payout-events.service';
import { SimulatedTransfersStore } from './payouts/simulated-transfers.store';
import { SimulatedTransfersController } from './payouts/simulated-transfers.controller';
import {
  ChargebackOrdersController,
  SimulatedChargebacksController,
} from './charges/simulated-chargebacks.controller';
import { SimulatedChargebacksStore } from './charges/simulated-chargebacks.store';
import { SimulatedRefundsStore } from './charges/simulated-refunds.store';
import { SimulatorSettingsService, type GatewaySimulatorOptions } from './common/simulator-settings.service';
import { TokensController } from './charges/tokens.controller';
import { SimulatedVirtualAccountsController } from './charges/simulated-virtual-accounts.controller';
import {
  RefundsController,
  SimulatedTransactionsController,
} from './charges/simulated-transactions.controller';
import { SimulatorCallersService } from './simulator-callers.service';
import { WalletEventsService } from './wallet/wallet-events.service';
import { WalletOrdersStore } from './wallet/wallet-orders.store';
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
      SimulatedTransactionsController,
      RefundsController,
      SimulatedChargebacksController,
      ChargebackOrdersController,
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
          provide: SimulatorSettingsService,
          inject,
          useFactory: async (...dependencies: never[]) =>
            new SimulatorSettingsService(await useFactory(...dependencies)),
        },
        SimulatorCallersService,
        SimulatedChargesStore,
        SimulatedAccountsStore,
        MethodChargesService,
        WalletOrdersStore,
        WalletEventsService,
        SimulatedRefundsStore,
        SimulatedChargebacksStore,
        SimulatedBvnsStore,
        BvnEventsService,
        SimulatedTransfersStore,
        PayoutBatchesStore,
        PayPalTokens,
        PayoutEventsService,
        FailuresService,
        FailureInterceptor,
        DueEventsService,
        EventDispatcherService,
        ChargeSettlementService,
        AbandonedChargesService,
      ],
    };
  }
}
