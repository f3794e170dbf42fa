/** Something in the books that cannot be: which check found it, and which row. */
export interface LedgerFault {
  check: string;
  row: string;
  detail: string;
}
