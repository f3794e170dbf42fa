import { Injectable } from '@nestjs/common';
import { SigningKey } from '@app/config';
import { canonicalJson } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { LedgerFault } from './rules/check';
import { auditSealsAt, sealsAt, totalsOf } from '../closes/seals.queries';
import {
  type CloseDocument,
  type CloseTotal,
  dayAfter,
  documentOf,
  hashOf,
  type SignedClose,
  totalsAfter,
} from '../closes/close-document.policy';
import { CloseFilesService } from '../closes/close-files.service';
import { CLOSE_COLUMNS, closeOf } from '../closes/closes.service';

const SIGNED = 'each daily close is signed and follows the one before';
const TRUE = 'each daily close is what the seals and journals say';
const KEPT = 'each close kept outside the database is in it, and its journals are';
export const CLOSE_CHECKS = [SIGNED, TRUE, KEPT];

/** A close with a valid signature and a readable document. */
interface ValidClose {
  close: SignedClose;
  document: CloseDocument;
}

/**
 * Compares the books with the closes, and the closes with their files, which reveals journals removed at the
 * end.
 */
@Injectable()
export class CloseVerificationService {
  constructor(
    private readonly files: CloseFilesService,
    private readonly key: SigningKey,
  ) {}

  /** Call before the snapshot of the books is taken, because a file is written after its row. */
  async filed(): Promise<Map<string, SignedClose | null>> {
    const days = await this.files.days();
    return new Map(await Promise.all(days.map(async (day) => [day, await this.files.read(day)] as const)));
  }

  async faults(client: PoolClient, filed: ReadonlyMap<string, SignedClose | null>): Promise<LedgerFault[]> {
    const { rows } = await client.query<Parameters<typeof closeOf>[0]>(
      `SELECT ${CLOSE_COLUMNS} FROM ledger.closes ORDER BY closes.day`,
    );
    const closes = rows.map(closeOf);
    return [
      ...this.chainFaults(closes),
      ...(await this.contentFaults(client, closes)),
      ...(await this.fileFaults(client, closes, filed)),
    ];
  }

  private chainFaults(closes: SignedClose[]): LedgerFault[] {
    return closes.flatMap((close, i) => {
      const before = closes[i - 1];
      const document = this.validClose(close)?.document;
      const fault = (detail: string) => [{ check: SIGNED, row: `close ${close.day}`, detail }];
      if (!document) return fault('its signature does not hold');
      if (document.previous !== (before ? hashOf(before.text) : null))
        return fault('it does not name the close before');
      return before && dayAfter(before.day) !== close.day ? fault('the day before has no close') : [];
    });
  }

  private async contentFaults(client: PoolClient, closes: SignedClose[]): Promise<LedgerFault[]> {
    const documents = closes.flatMap((close) => this.validClose(close)?.document ?? []);
    const seals = await sealsAt(client, documents);
    const auditSeals = await auditSealsAt(client, auditPositions(documents));
    const faults: LedgerFault[] = [];
    let totals: CloseTotal[] = [];
    let position = '0';
    for (const document of documents) {
      const fault = (detail: string) => faults.push({ check: TRUE, row: `close ${document.day}`, detail });
      totals = totalsAfter(totals, await totalsOf(client, position, document.last_position));
      position = document.last_position;
      const seal = seals.get(position);
      if (seal !== document.last_hash) fault(sealed(document, seal));
      else if (canonicalJson(totals) !== canonicalJson(totalsAfter(document.totals, [])))
        fault('its totals are not those of the journals it closes');
      const lost = auditFault(document, auditSeals);
      if (lost) fault(lost);
    }
    return faults;
  }

  private async fileFaults(
    client: PoolClient,
    closes: SignedClose[],
    filed: ReadonlyMap<string, SignedClose | null>,
  ): Promise<LedgerFault[]> {
    const recorded = new Map(closes.map((close) => [close.day, close]));
    const sound = [...filed].map(([day, close]) => [day, close && this.validClose(close)] as const);
    const documents = sound.flatMap(([, found]) => found?.document ?? []);
    const seals = await sealsAt(client, documents);
    const auditSeals = await auditSealsAt(client, auditPositions(documents));
    return sound.flatMap(([day, found]) => {
      const fault = (detail: string) => [{ check: KEPT, row: `close file ${day}`, detail }];
      if (!found) return fault('it was changed: its signature does not hold');
      const seal = seals.get(found.document.last_position);
      if (seal !== found.document.last_hash) return fault(sealed(found.document, seal));
      const lost = auditFault(found.document, auditSeals);
      if (lost) return fault(lost);
      const row = recorded.get(day);
      if (!row) return fault('the database has no close of this day');
      return row.text === found.close.text ? [] : fault('the database has another close of this day');
    });
  }

  private validClose(close: SignedClose): ValidClose | null {
    const { day, text, signature, keyId } = close;
    const document = this.key.hasSigned(text, signature, keyId) ? documentOf(text) : null;
    return document?.day === day ? { close, document } : null;
  }
}

function sealed({ last_position: position }: CloseDocument, found: string | undefined): string {
  return found === undefined
    ? `seal ${position} is missing: journals were cut off`
    : `seal ${position} is another: journals were replaced`;
}

function auditPositions(documents: readonly CloseDocument[]): string[] {
  return documents.flatMap(({ audit }) => audit?.last_position ?? []);
}

/** What is wrong with the audit log's seal that a close names; null: nothing. */
function auditFault({ audit }: CloseDocument, seals: ReadonlyMap<string, string>): string | null {
  if (!audit || seals.get(audit.last_position) === audit.last_hash) return null;
  return seals.has(audit.last_position)
    ? `audit seal ${audit.last_position} is another: audit entries were replaced`
    : `audit seal ${audit.last_position} is missing: audit entries were removed`;
}
