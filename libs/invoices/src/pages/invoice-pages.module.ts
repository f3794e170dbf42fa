import { Module } from '@nestjs/common';
import { PAYEE_UNAVAILABLE } from '@app/checkout';
import { formErrors, pageErrors, PagesModule } from '@app/pages';
import { InvoicesModule } from '../invoices.module';
import { InvoicePageController } from './invoice-page.controller';
import { LinkPageController } from './link-page.controller';
import { INVOICE_TEXTS } from './page-texts';

const UNAVAILABLE = {
  [PAYEE_UNAVAILABLE]: { title: 'unavailable.title', text: 'unavailable.text' },
} as const;
const NOT_OPEN = { title: 'not-open.title', text: 'not-open.again' } as const;

/** The pages of invoices and payment links, for the hosts that sessions are paid on. */
@Module({
  imports: [InvoicesModule, PagesModule],
  providers: [
    pageErrors({
      below: '/invoice/',
      family: INVOICE_TEXTS,
      reasons: UNAVAILABLE,
      texts: {
        'not-found': { title: 'invoice.none.title', text: 'invoice.none.text' },
        forbidden: NOT_OPEN,
        ...formErrors({
          title: 'invoice.form.title',
          text: 'invoice.form.text',
          back: 'invoice.form.back',
          foot: 'invoice.foot',
        }),
      },
    }),
    pageErrors({
      below: '/link/',
      family: INVOICE_TEXTS,
      reasons: UNAVAILABLE,
      texts: {
        'not-found': { title: 'link.none.title', text: 'link.none.text' },
        gone: { title: 'link.closed.title', text: 'link.closed.text' },
        forbidden: NOT_OPEN,
        ...formErrors({
          title: 'link.form.title',
          text: 'link.form.text',
          back: 'link.form.back',
          foot: 'link.foot',
        }),
      },
    }),
  ],
  controllers: [InvoicePageController, LinkPageController],
})
export class InvoicePagesModule {}
