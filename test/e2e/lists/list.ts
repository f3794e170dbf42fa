import type { CallOptions } from '../../support/http-client';
import type { TestMerchant, TestStaff } from '../../support/people';
import type { Row, RowKind } from './row-source';

/** Whose lists are read. */
export interface Readers {
  merchant: TestMerchant;
  other: TestMerchant;
  staff: TestStaff;
  endpoint: string;
}

/** A list whose rows are in one table. */
export interface List extends RowKind {
  host: 'business' | 'checkout' | 'sandbox' | 'app';
  /** Inner paths of the actions, e.g. `/api/wallet.php/history`. */
  actions: readonly string[];
  url: (readers: Readers) => string;
  by: (readers: Readers, account: TestMerchant) => CallOptions;
  /** What makes rows those of an account; absent: the list is of all accounts. */
  owned?: (account: TestMerchant) => Row;
  /** The same list of the other mode. */
  otherMode?: { host: List['host']; values: () => Row };
  /** Column of the time by which the list is ordered; absent: it is ordered by id. */
  time?: string;
  /** Field of the listed row that names it, and the column that has the same value. */
  field: string;
  column?: string;
  /** A filter that no row of `url` meets, and others may. */
  filter?: string;
}
