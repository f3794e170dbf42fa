import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { csvLine, type WireRequest } from '@app/http';
import { DomainError } from '@app/kernel';
import { AuditEntriesQueries, type AuditFilter, type SealedEntry } from './audit-entries.queries';

/** Rows of the largest export. */
export const MAX_EXPORT_ROWS = 100_000;

const COLUMNS = [
  'created_at',
  'staff_id',
  'action',
  'subject',
  'reason',
  'before',
  'after',
  'address',
  'request_id',
  'id',
  'position',
  'hash',
] as const satisfies readonly (keyof SealedEntry)[];

/** Exports audit entries as CSV. */
@Injectable()
export class AuditExportService {
  constructor(private readonly entries: AuditEntriesQueries) {}

  /**
   * The sealed entries, oldest first. The export itself is audited before its first byte. Throws LIMIT_REACHED where
   * there are more than MAX_EXPORT_ROWS: a list that is silently incomplete would be taken for the whole.
   */
  async start(request: WireRequest, filter: AuditFilter): Promise<Readable> {
    const last = await this.entries.lastPosition();
    const count = await this.entries.countSealed(filter, last, MAX_EXPORT_ROWS + 1);
    if (count > MAX_EXPORT_ROWS) throw tooManyRows();
    request.auditDetails = { after: { ...filter, count, last_position: last } };
    return Readable.from(this.lines(filter, last), { objectMode: false });
  }

  private async *lines(filter: AuditFilter, last: number): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for await (const entry of this.entries.sealed(filter, last)) {
      yield csvLine(COLUMNS.map((column) => cellOf(entry[column])));
    }
  }
}

function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

const tooManyRows = () =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `More than ${MAX_EXPORT_ROWS} entries match; export a shorter period, one after the other.`,
  );
