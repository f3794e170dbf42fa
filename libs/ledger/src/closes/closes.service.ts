import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { SigningKey } from '@app/config';
import { Clock } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { auditHeadOf, hasUnsealedEntries, ORIGIN, totalsOf } from './seals.queries';
import {
  dayOf,
  documentOf,
  endOf,
  hashOf,
  type SignedClose,
  textOf,
  totalsAfter,
} from './close-document.policy';

const LAST_SEAL = 'SELECT s.xid, s.journal_id FROM ledger.seals s ORDER BY s.position DESC LIMIT 1';

interface Row {
  day: string;
  document: string;
  signature: string;
  key_id: string;
}

export const CLOSE_COLUMNS = `to_char(day, 'YYYY-MM-DD') AS day, document, signature, key_id`;
export const closeOf = ({ day, document, signature, key_id }: Row): SignedClose => ({
  day,
  text: document,
  signature,
  keyId: key_id,
});

/** Creates the closes and stores them in the database. */
@Injectable()
export class ClosesService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  async last(): Promise<SignedClose | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${CLOSE_COLUMNS} FROM ledger.closes ORDER BY closes.day DESC LIMIT 1`,
    );
    return rows[0] ? closeOf(rows[0]) : null;
  }

  /** Closes of all days except these, oldest first. */
  async without(days: readonly string[]): Promise<SignedClose[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${CLOSE_COLUMNS} FROM ledger.closes WHERE NOT (closes.day = ANY($1::date[])) ORDER BY closes.day`,
      [days],
    );
    return rows.map(closeOf);
  }

  /** The first day of the books and of the audit log; null while nothing is sealed. */
  async firstDay(): Promise<string | null> {
    const { rows } = await this.pool.query<{ first: Date | null }>(
      `SELECT least(
         (SELECT j.created_at FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id ORDER BY s.position LIMIT 1),
         (SELECT e.created_at FROM ledger.audit_seals s JOIN audit_log e ON e.id = s.entry_id ORDER BY s.position LIMIT 1)
       ) AS first`,
    );
    const { first } = rows[0]!;
    return first && dayOf(first);
  }

  /** Closes a past day. Returns false when a journal or an audit entry of that day is not sealed yet; try again later. */
  async close(day: string, previous: SignedClose | null): Promise<boolean> {
    return withTransaction(this.pool, async (tx) => {
      // Adding up a busy day may take longer than a request.
      await tx.query('SET LOCAL statement_timeout = 0');
      if ((await hasUnsealed(tx, endOf(day))) || (await hasUnsealedEntries(tx, endOf(day)))) return false;
      const before = previous && documentOf(previous.text);
      if (previous && !before) throw new Error(`the close of ${previous.day} is none`);
      const last = await lastSealOf(tx, endOf(day));
      const moved = await totalsOf(tx, before?.last_position ?? '0', last.position);
      const text = textOf({
        kind: 'ledger-close',
        day,
        last_position: last.position,
        last_hash: last.hash,
        totals: totalsAfter(before?.totals ?? [], moved),
        audit: await auditHeadOf(tx, endOf(day)),
        previous: previous && hashOf(previous.text),
      });
      const signature = this.key.sign(text);
      await tx.query('SELECT ledger.add_close($1, $2, $3, $4, $5)', [
        day,
        text,
        signature,
        this.key.keyId,
        this.clock.now(),
      ]);
      return true;
    });
  }
}

async function hasUnsealed(tx: PoolClient, end: Date): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM ledger.journals j
        WHERE (j.xid, j.id) > (coalesce((SELECT xid FROM (${LAST_SEAL}) s), '0'::xid8),
                               coalesce((SELECT journal_id FROM (${LAST_SEAL}) s), '00000000-0000-0000-0000-000000000000'::uuid))
          AND j.created_at < $1) AS found`,
    [end],
  );
  return rows[0]!.found;
}

async function lastSealOf(tx: PoolClient, end: Date): Promise<{ position: string; hash: string }> {
  const { rows } = await tx.query<{ position: string; hash: string }>(
    `SELECT coalesce(last.position, 0) AS position, coalesce(encode(last.hash, 'hex'), ${ORIGIN}) AS hash
       FROM (SELECT 1) always LEFT JOIN LATERAL (
         SELECT s.position, s.hash FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id
          WHERE j.created_at < $1 ORDER BY s.position DESC LIMIT 1) last ON true`,
    [end],
  );
  return rows[0]!;
}
