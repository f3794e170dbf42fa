import { Module } from '@nestjs/common';
import { BrandPagesModule } from '@app/accounts';
import { formErrors, PAY_TEXTS, pageErrors, PagesModule } from '@app/pages';
import { CheckoutModule } from '../checkout.module';
import { REFUND_TEXTS } from '../refund-page/refund-page-texts';
import { RefundPageController } from '../refund-page/refund-page.controller';
import { RefundPagesService } from '../refund-page/refund-pages.service';
import { CheckoutScriptController } from './checkout-script.controller';
import { HostedPageController } from './hosted-page.controller';
import { NO_SESSION } from './pay.page';

const REFUND_FORM = {
  title: 'refund.form.title',
  text: 'refund.form.text',
  back: 'refund.form.back',
  foot: 'refund.foot',
} as const;

/** The payment page, the page of refunds to accounts and checkout.js, for the hosts that sessions are paid on. */
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
    RefundPagesService,
    pageErrors({
      below: '/refund/',
      family: REFUND_TEXTS,
      texts: {
        'not-found': { title: 'refund.none.title', text: 'refund.none.text' },
        ...formErrors(REFUND_FORM),
        'rate-limited': { ...REFUND_FORM, title: 'refund.limited.title', text: 'refund.limited.text' },
        upstream: { ...REFUND_FORM, text: 'refund.form.banks' },
      },
    }),
  ],
  controllers: [HostedPageController, RefundPageController, CheckoutScriptController],
})
export class CheckoutPagesModule {}
