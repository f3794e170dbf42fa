import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { AbandonedCharges } from './abandoned-charges';
import { ChallengeController } from './challenge.controller';
import { ChargesController } from './charges.controller';
import { DueEvents } from './due-events';
import { EventDispatcher } from './event-dispatcher';
import { FaultInterceptor } from './fault.interceptor';
import { Faults } from './faults';
import { FaultsController } from './faults.controller';
import { Settlement } from './settlement';
import { MethodCharges } from './method-charges';
import { SimulatedAccounts } from './simulated-accounts';
import { SimulatedCharges } from './simulated-charges';
import { SimulatedRefunds } from './simulated-refunds';
import { SimulatorSettings, type GatewaySimulatorOptions } from './simulator-settings';
import { TokensController } from './tokens.controller';
import { RefundsController, TransactionsController } from './transactions.controller';
import { WalletEvents } from './wallet/wallet-events';
import { WalletOrders } from './wallet/wallet-orders';
import { WalletCertificateController, WalletOrdersController } from './wallet/wallet-orders.controller';

export interface GatewaySimulatorRegistration {
  imports?: ModuleMetadata['imports'];
  inject?: FactoryProvider['inject'];
  useFactory: (...dependencies: never[]) => GatewaySimulatorOptions | Promise<GatewaySimulatorOptions>;
  /** Serves the challenge page alone: for a host whose buyers should meet it under that host's own name. */
  challengeOnly?: boolean;
}

/**
 * A card company to try the product with: the gateway protocol under `/simulator/gateway/v3`, the bank's page under
 * `/challenge`, fault switches under `/simulator/gateway/faults`. Needs `DataSource` and `Clock` from global modules or `imports`.
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
      FaultsController,
    ];
    const wallet = [WalletOrdersController, WalletCertificateController];
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
        SimulatedCharges,
        SimulatedAccounts,
        MethodCharges,
        WalletOrders,
        WalletEvents,
        SimulatedRefunds,
        Faults,
        FaultInterceptor,
        DueEvents,
        EventDispatcher,
        Settlement,
        AbandonedCharges,
      ],
    };
  }
}
