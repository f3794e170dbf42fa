import { Module } from '@nestjs/common';
import { PagesModule } from '@app/pages';
import { InvoicesModule } from '../invoices.module';
import { InvoicePageController } from './invoice-page.controller';
import { LinkPageController } from './link-page.controller';
import { InvoicePageErrorFilter, LinkPageErrorFilter } from './page-error.filter';

/** The pages of invoices and payment links, for the hosts that sessions are paid on. */
@Module({
  imports: [InvoicesModule, PagesModule],
  providers: [InvoicePageErrorFilter, LinkPageErrorFilter],
  controllers: [InvoicePageController, LinkPageController],
})
export class InvoicePagesModule {}
