import { Module } from '@nestjs/common';
import { PagesModule } from '@app/pages';
import { CheckoutModule } from '../checkout.module';
import { CheckoutScriptController } from './checkout-script.controller';
import { HostedPageController } from './hosted-page.controller';
import { PageErrorFilter } from './page-error.filter';

/** The payment page and checkout.js, for the hosts that sessions are paid on. */
@Module({
  imports: [CheckoutModule, PagesModule],
  providers: [PageErrorFilter],
  controllers: [HostedPageController, CheckoutScriptController],
})
export class CheckoutPagesModule {}
