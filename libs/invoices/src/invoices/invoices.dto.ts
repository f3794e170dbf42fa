import {
  Code,
  Amount,
  Bool,
  CompanyName,
  CurrencyCode,
  Day,
  Email,
  Lines,
  ListOf,
  OneOf,
  PagedQuery,
  QueryInt,
  Rows,
  SearchText,
} from '@app/http';
import type { Language } from '@app/accounts';
import type { Currency } from '@app/kernel';
import { DecimalValue } from './decimal-value';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.states';

const MAX_ITEMS = 100;
const MAX_QUANTITY = 1_000_000;
const MAX_PER_PAGE = 50;

/** Fields of a draft that can be emptied; null means that a field is not given. */
export const CLEARABLE = ['due_date', 'notes'] as const;

class ItemBody {
  @Lines()
  description: string;

  @DecimalValue({ isPositive: true, max: MAX_QUANTITY })
  quantity: unknown;

  @Amount({ description: 'Major units' })
  unit_price: unknown;

  @DecimalValue({ max: 100, optional: true, description: 'Percent, after the discount' })
  tax_rate?: unknown;
}

class TermsBody {
  @CurrencyCode({ optional: true, description: "The primary wallet's unless given" })
  currency_code?: Currency;

  @Day({ optional: true, description: 'The last day on which it is not overdue (UTC)' })
  due_date?: string;

  @Lines({ optional: true, max: 2000 })
  notes?: string;

  @DecimalValue({ max: 100, optional: true, description: 'Of the subtotal' })
  discount_percent?: unknown;

  @Bool({ optional: true, description: 'Whether the client can pay in parts' })
  allow_partial?: boolean;

  @OneOf(['en', 'fr'], { optional: true, description: 'Of its mails and its page; yours unless given' })
  language?: Language;

  @Bool({
    optional: true,
    description: 'Remind the client 3 days before and 1, 7 and 14 days after the due date',
  })
  reminders?: boolean;
}

export class CreateInvoiceBody extends TermsBody {
  @CompanyName({ max: 200 })
  client_name: string;

  @Email()
  client_email: string;

  @Rows(ItemBody, { min: 1, max: MAX_ITEMS })
  items: ItemBody[];
}

const Reference = () => Code({ max: 40, description: 'The id or the number of the invoice' });

export class InvoiceBody {
  @Reference()
  id: string;
}

export class UpdateInvoiceBody extends TermsBody {
  @Reference()
  id: string;

  @CompanyName({ optional: true, max: 200 })
  client_name?: string;

  @Email({ optional: true })
  client_email?: string;

  @Rows(ItemBody, { min: 1, max: MAX_ITEMS, optional: true })
  items?: ItemBody[];

  @ListOf((item) => CLEARABLE.includes(item as never), `of ${CLEARABLE.join(', ')}`, {
    optional: true,
    max: CLEARABLE.length,
    description: `Fields to empty: ${CLEARABLE.join(', ')}`,
  })
  clear?: (typeof CLEARABLE)[number][];
}

export class CreditInvoiceBody extends InvoiceBody {
  @Amount({ description: 'What is written off, at most what is due' })
  amount: unknown;

  @Lines({ min: 3 })
  reason: string;
}

export class InvoiceQuery {
  @Reference()
  id: string;
}

export class InvoiceListQuery extends PagedQuery {
  @QueryInt({ min: 1, max: MAX_PER_PAGE, fallback: 20 })
  override per_page: number;

  @OneOf(INVOICE_STATUSES, { optional: true })
  status?: InvoiceStatus;

  @SearchText({
    optional: true,
    max: 100,
    description: 'Part of the number, or of name or address of the client',
  })
  search?: string;
}
