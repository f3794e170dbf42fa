import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '@app/config';
import { EscrowModule } from '@app/escrow';
import { CheckoutModule } from './checkout.module';
import { CheckoutScriptController } from './checkout-script.controller';
import { DemoShopController } from './demo-shop.controller';
import { DemoShopQueries } from './demo-shop.queries';
import { HostedPageController } from './hosted-page.controller';
import { PageAssets } from './page/page-assets';
import { PageErrorFilter } from './page/page-error.filter';
import { EscrowPortalController } from './portal/escrow-portal.controller';
import { PortalErrorFilter } from './portal/portal-error.filter';

/** What buyers' and merchants' browsers load: for the hosts that sessions are paid on. Needs the built pages. */
@Module({})
export class CheckoutPagesModule {
  static for({ env }: Config): DynamicModule {
    const demo = env.NODE_ENV === 'development';
    return {
      module: CheckoutPagesModule,
      imports: [CheckoutModule, EscrowModule],
      providers: [PageAssets, PageErrorFilter, PortalErrorFilter, ...(demo ? [DemoShopQueries] : [])],
      controllers: [
        ...[HostedPageController, EscrowPortalController, CheckoutScriptController],
        ...(demo ? [DemoShopController] : []),
      ],
    };
  }
}
