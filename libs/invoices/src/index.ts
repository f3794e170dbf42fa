export * from './pdf/invoice-document';
