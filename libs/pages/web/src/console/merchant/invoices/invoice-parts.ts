import { number, t } from '../../kit';
import type { Answer, Row } from '../../wire';

export type Invoice = Answer<'businessInvoicesDetail'>;
export type InvoiceRow = Row<'businessInvoicesList'>;
/** An invoice as commands and their dry runs answer it. */
export type WrittenInvoice = Answer<'businessInvoicesCreate'>;

export const INVOICES = '/dashboard/invoices';
export const crumb = () => ({ path: INVOICES, name: t('menu.invoices') });

export const isOpen = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'sent' || status === 'overdue';

export const taxName = (rate: number): string => t('invoices.tax.at', { rate: number(rate) });
