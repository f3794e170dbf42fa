/** A contradiction in the books: the check that found it, and the row. */
export interface LedgerFault {
  check: string;
  row: string;
  detail: string;
}
