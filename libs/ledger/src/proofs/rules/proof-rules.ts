import { AUDIT_CHECKS, AUDIT_ORDER_CHECK } from './audit-checks';
import type { Check, Proofs, TableProof } from './check';
import { FOLD_CHECK, STANDING_CHECKS, SUM_CHECK } from './standing-checks';
import { JOURNAL_CHECKS, ORDER_CHECK } from './journal-checks';
import { EVERY_LEG, LEG_CHECKS } from './leg-checks';

/** The checks of the books and of the audit log, with those of the libs that book. */
export class ProofRules {
  readonly journals: readonly Check[];
  readonly accounts: readonly Check[];
  readonly tables: readonly TableProof[];
  /** All checks, for a verification of everything. */
  readonly all: readonly Check[];

  constructor(proofs: readonly Proofs[]) {
    this.journals = [...JOURNAL_CHECKS, ...proofs.flatMap(({ journals }) => journals ?? [])];
    this.accounts = [...STANDING_CHECKS, ...proofs.flatMap(({ accounts }) => accounts ?? [])];
    this.tables = proofs.flatMap(({ tables }) => tables ?? []);
    this.all = [
      ...this.journals,
      ORDER_CHECK,
      ...this.accounts,
      ...this.tables.flatMap(({ checks }) => checks),
      ...LEG_CHECKS.map(({ name, sql }) => ({ name, sql: () => sql(EVERY_LEG) })),
      SUM_CHECK,
      FOLD_CHECK,
      ...AUDIT_CHECKS,
      AUDIT_ORDER_CHECK,
    ];
  }
}
