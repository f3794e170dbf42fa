import { AUDIT_ORIGIN } from '../../closes/seals.queries';
import { type Check, NO_JOURNAL } from './check';

export const AUDIT_CHAIN = 'the hash chain of the audit log holds';

const ENTRY = 'audit entry';
const NAMED_ENTRY = new RegExp(`^${ENTRY} ([0-9a-f-]{36})`);

/** The entry that a fault of the audit log names; null for other faults and for lost seals. */
export function auditEntryOf(row: string): string | null {
  return NAMED_ENTRY.exec(row)?.[1] ?? null;
}

const PREVIOUS = `CASE s.position WHEN 1 THEN ${AUDIT_ORIGIN} ELSE before.hash END`;
const IS_OUT_OF_ORDER = 's.position > 1 AND (before.xid, before.entry_id) >= (s.xid, s.entry_id)';

/** Checks of sealed audit entries, by the id of the entry. */
export const AUDIT_CHECKS: Check[] = [
  {
    name: AUDIT_CHAIN,
    sql: (scope) =>
      `SELECT '${ENTRY} ' || s.entry_id || ', seal ' || s.position AS row,
              CASE WHEN e.id IS NULL THEN 'the entry is missing'
                   WHEN s.position > 1 AND before.position IS NULL THEN 'seal ' || s.position - 1 || ' is missing'
                   WHEN s.previous_hash IS DISTINCT FROM ${PREVIOUS} THEN 'the seal does not follow the one before'
                   WHEN ${IS_OUT_OF_ORDER} THEN 'the entries were put in another order'
                   ELSE 'the entry or its seal was changed' END AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM ledger.audit_seals s LEFT JOIN ledger.audit_seals before ON before.position = s.position - 1
         LEFT JOIN audit_log e ON e.id = s.entry_id
        WHERE (s.xid IS DISTINCT FROM e.xid OR s.previous_hash IS DISTINCT FROM ${PREVIOUS} OR ${IS_OUT_OF_ORDER}
               OR s.hash IS DISTINCT FROM sha256(s.previous_hash || ledger.audit_digest(e)))
          AND ${scope('s.entry_id')}`,
  },
];

/** Finds entries inserted behind the chain, by their place in it: (xid, id). */
export const AUDIT_ORDER_CHECK: Check = {
  name: 'every audit entry before the last seal is sealed',
  sql: (scope) =>
    `SELECT '${ENTRY} ' || e.id AS row, 'stands before the last seal and has none' AS detail,
            '{}'::uuid[] AS accounts, ${NO_JOURNAL}
       FROM audit_log e LEFT JOIN ledger.audit_seals s ON s.entry_id = e.id,
            (SELECT xid, entry_id FROM ledger.audit_seals ORDER BY position DESC LIMIT 1) last
      WHERE s.entry_id IS NULL AND (e.xid, e.id) < (last.xid, last.entry_id) AND ${scope('e.xid', 'e.id')}`,
};
