import { minorToText } from '@app/kernel';
import type { Invoice } from './invoice.aggregate';
import type { WrittenContent } from './invoice-contents.service';
import { partsToText } from './invoice-totals.policy';

/** The content of an invoice as its business could write it. */
export function writtenOf(invoice: Invoice): WrittenContent {
  return {
    clientName: invoice.clientName,
    clientEmail: invoice.clientEmail,
    items: invoice.items.map(({ description, quantity, unitPriceMinor, taxRate }) => ({
      description,
      quantity: partsToText(BigInt(quantity)),
      unit_price: minorToText(BigInt(unitPriceMinor)),
      tax_rate: taxRate === null ? undefined : partsToText(BigInt(taxRate)),
    })),
    currency: invoice.currency,
    discountPercent: partsToText(BigInt(invoice.discountPercent)),
    allowPartial: invoice.allowPartial,
    dueDate: invoice.dueDate ?? undefined,
    notes: invoice.notes ?? undefined,
    language: invoice.language,
    reminders: invoice.reminders,
  };
}
