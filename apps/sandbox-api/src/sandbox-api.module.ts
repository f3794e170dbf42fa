import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import {
  CheckoutModule,
  CheckoutPagesModule,
  MethodsController,
  SessionsController,
  PublicSessionsController,
  VariantBController,
  WalletPaymentsController,
} from '@app/checkout';
import type { Config } from '@app/config';
import { DepositsModule } from '@app/deposits';
import { ChargesModule, GatewayEventsController } from '@app/charges';
import { FxModule } from '@app/fx';
import { CardGatewaysModule } from '@app/gateways';
import { SimulatedBankModule } from '@app/simulator';
import { foundation } from '@app/http';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { WalletModule } from '@app/wallet';
import { SandboxConformanceController, SandboxEventsController, WebhooksModule } from '@app/webhooks';

/** The checkout API for test keys, and the simulated card company it charges. No real gateway is known here. */
@Module({})
export class SandboxApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: SandboxApi,
      imports: [
        ...foundation('sandbox', config, clock),
        ...[
          LedgerModule,
          AccountsModule,
          MerchantsModule,
          FxModule,
          WalletModule,
          ChargesModule,
          DepositsModule,
          CheckoutModule,
          CheckoutPagesModule.for(config),
          WebhooksModule,
        ],
        CardGatewaysModule.for('test'),
        SimulatedBankModule.whole(),
      ],
      controllers: [
        SessionsController,
        MethodsController,
        PublicSessionsController,
        VariantBController,
        WalletPaymentsController,
        GatewayEventsController,
        SandboxConformanceController,
        SandboxEventsController,
      ],
    };
  }
}
