import type { WrittenContent } from './invoice-contents.service';
import { givenAndCleared } from './invoice.errors';
import type { CreateInvoiceBody, UpdateInvoiceBody } from './invoices.dto';

/** The content that a request gives a new invoice. */
export function contentIn(body: CreateInvoiceBody): WrittenContent {
  const { client_name: clientName, client_email: clientEmail, items } = body;
  return { ...termsIn(body), clientName, clientEmail, items };
}

/** What a request changes of a draft. VALIDATION_ERROR where a field is given and cleared. */
export function changesIn(body: UpdateInvoiceBody): Partial<WrittenContent> {
  const { client_name: clientName, client_email: clientEmail, items } = body;
  return { ...given({ ...termsIn(body), clientName, clientEmail, items }), ...clearedIn(body) };
}

function termsIn(body: CreateInvoiceBody | UpdateInvoiceBody): Partial<WrittenContent> {
  return given({
    currency: body.currency_code,
    dueDate: body.due_date,
    notes: body.notes,
    discountPercent: body.discount_percent,
    allowPartial: body.allow_partial,
    language: body.language,
    reminders: body.reminders,
  });
}

function clearedIn(body: UpdateInvoiceBody): Pick<WrittenContent, 'dueDate' | 'notes'> {
  const cleared = body.clear ?? [];
  const conflict = cleared.find((field) => body[field] != null);
  if (conflict) throw givenAndCleared(conflict);
  return {
    ...(cleared.includes('due_date') && { dueDate: undefined }),
    ...(cleared.includes('notes') && { notes: undefined }),
  };
}

/** Without absent fields and null. */
function given(content: Partial<WrittenContent>): Partial<WrittenContent> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value != null));
}
