import { type DynamicModule, Module } from '@nestjs/common';
import { InvoicesModule } from './invoices.module';
import { InvoicesController, SandboxInvoicesController } from './invoices/invoices.controller';
import { PaymentLinksController, SandboxPaymentLinksController } from './links/payment-links.controller';

const CONTROLLERS = {
  business: [InvoicesController, PaymentLinksController],
  sandbox: [SandboxInvoicesController, SandboxPaymentLinksController],
};

/** Invoices and payment links of merchants. */
@Module({ imports: [InvoicesModule] })
export class InvoicesHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: InvoicesHttpModule, controllers: CONTROLLERS[host] };
  }
}
