import { Module } from '@nestjs/common';
import { BrandPagesModule } from '@app/accounts';
import { PAY_TEXTS, pageErrors, PagesModule } from '@app/pages';
import { CheckoutModule } from '../checkout.module';
import { CheckoutScriptController } from './checkout-script.controller';
import { HostedPageController } from './hosted-page.controller';
import { NO_SESSION } from './pay.page';

/** The payment page and checkout.js, for the hosts that sessions are paid on. */
@Module({
  imports: [CheckoutModule, PagesModule, BrandPagesModule],
  providers: [
    pageErrors({
      below: '/pay/',
      family: PAY_TEXTS,
      texts: { 'not-found': NO_SESSION },
      // Merchants' frames show it too: it contains no data of a session.
      embedOrigins: ['*'],
    }),
  ],
  controllers: [HostedPageController, CheckoutScriptController],
})
export class CheckoutPagesModule {}
