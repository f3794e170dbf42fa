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
import { FxModule } from '@app/fx';
import { CardGatewaysModule } from '@app/gateways';
import { SimulatedBankModule } from '@app/simulator';
import { foundation } from '@app/http';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { WalletModule } from '@app/wallet';

/** Checkout sessions and their hosted page, with live keys. */
@Module({})
export class CheckoutApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: CheckoutApi,
      imports: [
        ...foundation('checkout', config, clock),
        ...[
          LedgerModule,
          AccountsModule,
          MerchantsModule,
          FxModule,
          WalletModule,
          DepositsModule,
          CheckoutModule,
          CheckoutPagesModule.for(config),
        ],
        CardGatewaysModule.for('live'),
        ...(SimulatedBankModule.hasLivePages(config) ? [SimulatedBankModule.challengePage()] : []),
      ],
      controllers: [
        SessionsController,
        MethodsController,
        PublicSessionsController,
        VariantBController,
        WalletPaymentsController,
      ],
    };
  }
}
