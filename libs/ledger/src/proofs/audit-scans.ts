import type { PoolClient } from 'pg';
import { AUDIT_CHAIN, AUDIT_CHECKS, AUDIT_ORDER_CHECK } from './rules/audit-checks';
import { type FoundFault, LISTED, runChecks } from './rules/check';
import type { Scan, Step } from './scan';

interface Seal {
  position: string;
  entry_id: string;
  /** In hex. */
  hash: string;
}

interface Head {
  /** The last checked seal and its hash in hex, on which the next ones build. */
  position: string;
  hash: string | null;
}

/** Checks audit entries sealed since the last run, and that the last checked seal is still the same. */
export class NewAuditEntries implements Scan<Head> {
  readonly name = 'new audit entries';
  readonly start: Head = { position: '0', hash: null };
  readonly stepsPerRun = 20;
  private readonly batch = 500;

  async step(client: PoolClient, place: Head): Promise<Step<Head>> {
    const broken = await lostSeal(client, place);
    // The checked entries have changed since, so the check starts again from the beginning.
    if (broken) return { faults: [broken], next: this.start, isAtEnd: false };
    const seals = await sealsAbove(client, place.position, this.batch);
    const last = seals.at(-1);
    if (!last) return { faults: [], next: place, isAtEnd: true };
    const faults = await proveEntries(client, seals, place.position);
    return {
      faults,
      next: { position: last.position, hash: last.hash },
      isAtEnd: seals.length < this.batch,
    };
  }
}

/** Checks every sealed audit entry in endless rounds, to find changes made after an earlier check. */
export class AllAuditEntriesScan implements Scan<{ position: string }> {
  readonly name = 'every audit entry';
  readonly start = { position: '0' };
  readonly stepsPerRun = 1;
  private readonly batch = 2000;

  async step(client: PoolClient, { position }: { position: string }): Promise<Step<{ position: string }>> {
    const seals = await sealsAbove(client, position, this.batch);
    const last = seals.at(-1);
    if (!last) return { faults: [], next: this.start, isAtEnd: true };
    const faults = await proveEntries(client, seals, position);
    const isAtEnd = seals.length < this.batch;
    return { faults, next: isAtEnd ? this.start : { position: last.position }, isAtEnd };
  }
}

async function sealsAbove(client: PoolClient, position: string, limit: number): Promise<Seal[]> {
  const { rows } = await client.query<Seal>(
    `SELECT position, entry_id, encode(hash, 'hex') AS hash FROM ledger.audit_seals
      WHERE position > $1 ORDER BY position LIMIT $2`,
    [position, limit],
  );
  return rows;
}

/** Checks these entries and their seals, and that no unsealed entry lies between them. */
async function proveEntries(
  client: PoolClient,
  seals: readonly Seal[],
  above: string,
): Promise<FoundFault[]> {
  const ids = seals.map((seal) => seal.entry_id);
  return [
    ...(await runChecks(client, AUDIT_CHECKS, LISTED, [ids])),
    ...(await runChecks(client, [AUDIT_ORDER_CHECK], BETWEEN_SEALS, [above, seals.at(-1)!.position])),
  ];
}

async function lostSeal(client: PoolClient, { position, hash }: Head): Promise<FoundFault | null> {
  if (hash === null) return null;
  const { rows } = await client.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM ledger.audit_seals WHERE position = $1`,
    [position],
  );
  if (rows[0]?.hash === hash) return null;
  return {
    check: AUDIT_CHAIN,
    row: `audit seal ${position}`,
    detail: rows[0]
      ? 'is another than the one that was checked'
      : 'is missing: the newest entries were removed',
    accounts: [],
    journalId: null,
  };
}

const BETWEEN_SEALS = (xid: string, id: string) =>
  `(${xid}, ${id}) > (coalesce((SELECT s.xid FROM ledger.audit_seals s WHERE s.position = $1), '0'::xid8),
                      coalesce((SELECT s.entry_id FROM ledger.audit_seals s WHERE s.position = $1), '00000000-0000-0000-0000-000000000000'))
   AND (${xid}, ${id}) < ((SELECT s.xid FROM ledger.audit_seals s WHERE s.position = $2),
                          (SELECT s.entry_id FROM ledger.audit_seals s WHERE s.position = $2))`;
