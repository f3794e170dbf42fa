import { Amount, Email } from '@app/http';

export class PayInvoiceForm {
  @Amount({ optional: true })
  amount?: unknown;
}

export class PayLinkForm extends PayInvoiceForm {
  @Email({ optional: true })
  email?: string;
}
