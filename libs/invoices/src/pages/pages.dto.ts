import { Amount, Email, Matching } from '@app/http';

export class PayInvoiceForm {
  @Amount({ optional: true })
  amount?: unknown;
}

export class PayLinkForm extends PayInvoiceForm {
  /** One of the amounts that the link suggests, or `other` for that of the field. */
  @Matching(/^(other|\d{1,13}\.\d\d)$/, 'must be an amount that the link suggests, or other', {
    optional: true,
  })
  suggested?: string;

  @Email({ optional: true })
  email?: string;
}
