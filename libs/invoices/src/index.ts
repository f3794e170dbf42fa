export { InvoiceDocuments, type InvoicePage } from './invoices/invoice-documents.service';
export * from './invoices/invoice.events';
export { InvoiceTokens } from './invoices/invoice-tokens.service';
export * from './invoices/invoices.controller';
export { MarkOverdueInvoices } from './invoices/jobs/mark-overdue-invoices';
export { RemindOfInvoices } from './invoices/jobs/remind-of-invoices';
export * from './invoices.module';
export * from './links/payment-links.controller';
export * from './pdf/invoice-document';
