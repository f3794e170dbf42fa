export * from './pdf/invoice-document';
export { InvoicePdf } from './pdf/invoice-pdf.service';
