import { Module } from '@nestjs/common';
import { HostedPageController } from './hosted-page.controller';
import { PageAssets } from './page/page-assets';

/** What buyers' browsers load: for the hosts that sessions are paid on. Needs the built pages. */
@Module({ providers: [PageAssets], controllers: [HostedPageController] })
export class CheckoutPagesModule {}
