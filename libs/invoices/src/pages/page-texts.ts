import type { PageTexts, Texts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

type InvoiceText = keyof typeof en;

/** The texts of the pages of invoices and payment links. */
export const INVOICE_TEXTS: PageTexts<InvoiceText> = { en, fr };

export type InvoiceTexts = Texts<InvoiceText>;
