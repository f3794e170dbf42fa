import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '@app/config';
import { CheckoutScriptController } from './checkout-script.controller';
import { DemoShopController } from './demo-shop.controller';
import { DemoShopQueries } from './demo-shop.queries';
import { HostedPageController } from './hosted-page.controller';
import { PageAssets } from './page/page-assets';

/** What buyers' and merchants' browsers load: for the hosts that sessions are paid on. Needs the built pages. */
@Module({})
export class CheckoutPagesModule {
  static for({ env }: Config): DynamicModule {
    const demo = env.NODE_ENV === 'development';
    return {
      module: CheckoutPagesModule,
      providers: [PageAssets, ...(demo ? [DemoShopQueries] : [])],
      controllers: [HostedPageController, CheckoutScriptController, ...(demo ? [DemoShopController] : [])],
    };
  }
}
