import { Amount, Email } from '@app/http';
import { Transform } from 'class-transformer';

/** An empty field of a form is an absent one. */
const orAbsent = () => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

export class PayInvoiceForm {
  @orAbsent()
  @Amount({ optional: true })
  amount?: unknown;
}

export class PayLinkForm extends PayInvoiceForm {
  @orAbsent()
  @Email({ optional: true })
  email?: string;
}
