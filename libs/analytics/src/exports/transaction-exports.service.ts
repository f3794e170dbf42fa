import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Currency, Clock, invalid } from '@app/kernel';
import { type MovementFilter, MovementExtentsQueries } from '@app/ledger';
import { type OwnedAccount, TransactionListQueries } from '@app/wallet';
import { ExportPlacesService, type ExportReader } from './export-places.service';
import { type ExportFormat, exportRow, EXPORT_FRAMES } from './export-rows.policy';
import type { ExportRange } from './export-links.service';

/** Rows of an export; larger ones are fetched by links. */
const MAX_ROWS = 5000;
const PART_ROWS = 50_000;
const MAX_PARTS = 200;
/** Movements that are read at once. */
const PAGE = 500;

export type ExportFilter = Pick<MovementFilter, 'type' | 'from' | 'to'>;

export interface ExportRequest extends ExportFilter {
  format: ExportFormat;
  /** All wallets where absent. */
  currency?: Currency;
}

/** A part with the ids of its first and last transaction, by which a reader knows what it has. */
export interface ExportPart extends ExportRange {
  firstId: string;
  lastId: string;
}

/** An export with how many transactions the range has. */
export interface TransactionExport {
  body: Readable;
  total: bigint;
  isTruncated: boolean;
}

interface Rows {
  accounts: readonly OwnedAccount[];
  filter: ExportFilter;
  before: readonly bigint[];
  asOf: Date;
  most: number;
}

/** Exports transactions as they were when the export began, page by page and without an open transaction. */
@Injectable()
export class TransactionExportsService {
  constructor(
    private readonly lists: TransactionListQueries,
    private readonly extents: MovementExtentsQueries,
    private readonly places: ExportPlacesService,
    private readonly clock: Clock,
  ) {}

  /** The newest 5,000 transactions of the range. */
  async newest(
    reader: ExportReader,
    { format, currency, ...filter }: ExportRequest,
  ): Promise<TransactionExport> {
    const asOf = this.clock.now();
    const accounts = await this.lists.accountsOf(reader.ownerId, currency);
    const extents = await this.extents.of(
      accounts.map(({ accountId }) => accountId),
      filter,
    );
    const total = extents.reduce((sum, { count }) => sum + count, 0n);
    const before = accounts.map(({ accountId }) => {
      const extent = extents.find((one) => one.accountId === accountId);
      return (extent?.last ?? 0n) + 1n;
    });
    const rows = { accounts, filter, before, asOf, most: MAX_ROWS };
    const body = this.places.stream(reader, () => this.texts(format, rows));
    return { body, total, isTruncated: total > BigInt(MAX_ROWS) };
  }

  /** All transactions of the range in parts of one account each. Throws VALIDATION_ERROR for too many. */
  async parts(ownerId: string, request: ExportRequest): Promise<{ rows: bigint; parts: ExportPart[] }> {
    const { format, currency, ...filter } = request;
    const asOf = this.clock.now();
    const accounts = await this.lists.accountsOf(ownerId, currency);
    const ids = accounts.map(({ accountId }) => accountId);
    const extents = await this.extents.of(ids, filter);
    const rows = extents.reduce((sum, { count }) => sum + count, 0n);
    if (rows > BigInt(PART_ROWS * MAX_PARTS))
      throw invalid(
        'from',
        `The range has more than ${PART_ROWS * MAX_PARTS} transactions; choose a shorter one.`,
      );
    const parts: ExportPart[] = [];
    for (const extent of extents)
      for (const part of await this.extents.parts(extent, filter, PART_ROWS))
        parts.push({ ownerId, accountId: extent.accountId, format, filter, asOf, ...part });
    return { rows, parts };
  }

  /** The rows of one part, for a reader at this network address. */
  async part(
    { ownerId, accountId, format, filter, before, rows: most, asOf }: ExportRange,
    address: string,
  ): Promise<Readable> {
    const owned = await this.lists.accountsOf(ownerId);
    const accounts = owned.filter((account) => account.accountId === accountId);
    return this.places.stream({ ownerId, address }, () =>
      this.texts(format, { accounts, filter, before: [before], asOf, most }),
    );
  }

  private async *texts(
    format: ExportFormat,
    { accounts, filter, before, asOf, most }: Rows,
  ): AsyncGenerator<string> {
    const { head, between, tail } = EXPORT_FRAMES[format];
    let written = 0;
    yield head;
    for (let next: readonly bigint[] | null = before; next && written < most;) {
      const limit = Math.min(PAGE, most - written);
      const page = await this.lists.exportPage(accounts, filter, { limit, before: next, asOf });
      if (page.rows.length > 0) {
        const text = page.rows.map((row) => exportRow(format, row)).join(between);
        yield written > 0 ? between + text : text;
      }
      written += page.rows.length;
      next = page.next;
    }
    yield tail;
  }
}
