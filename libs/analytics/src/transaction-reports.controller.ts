import type { Readable } from 'node:stream';
import { Body, Query, Res, StreamableFile } from '@nestjs/common';
import {
  By,
  type Caller,
  ClientAddress,
  endOfDateText,
  GetAction,
  ownerOf,
  PostAction,
  WireController,
} from '@app/http';
import type { FastifyReply } from 'fastify';
import { ExportLinksService } from './exports/export-links.service';
import { EXPORT_FRAMES, type ExportFormat } from './exports/export-rows.policy';
import { type ExportRequest, TransactionExportsService } from './exports/transaction-exports.service';
import { TransactionTotalsQueries } from './totals/transaction-totals.queries';
import { ExportPartQuery, ExportQuery } from './transaction-reports.dto';

const EXPORT_TYPES = ['text/csv', 'application/json'];
const READ = {
  credentials: ['session', 'secret-key'],
  scope: 'transactions:read',
  team: 'money:read',
} as const;

/** `transactions.php`: totals and exports. */
@WireController('transactions.php')
export class TransactionReportsController {
  constructor(
    private readonly totals: TransactionTotalsQueries,
    private readonly exports: TransactionExportsService,
    private readonly links: ExportLinksService,
  ) {}

  @GetAction('totals', {
    ...READ,
    summary: 'Sums by type and currency, of all time and of this month',
    refusals: ['NOT_FOUND'],
  })
  total(@By() caller: Caller) {
    return this.totals.totals(ownerOf(caller));
  }

  @GetAction('export', {
    ...READ,
    rate: 'analytics',
    summary: 'The newest 5,000 transactions of a range, as a file',
    produces: EXPORT_TYPES,
    refusals: ['NOT_FOUND'],
  })
  async export(
    @By() caller: Caller,
    @ClientAddress() address: string,
    @Query() query: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const request = requestOf(query);
    const { body, total, isTruncated } = await this.exports.newest(
      { ownerId: ownerOf(caller), address },
      request,
    );
    void reply.headers({ 'x-total-count': total.toString(), 'x-truncated': String(isTruncated) });
    return file(body, request.format);
  }

  @PostAction('export-links', {
    ...READ,
    rate: 'analytics',
    summary: 'Addresses of all transactions of a range, in files of 50,000, for a day',
    refusals: ['NOT_FOUND'],
  })
  async exportLinks(@By() caller: Caller, @Body() body: ExportQuery) {
    const { rows, parts } = await this.exports.parts(ownerOf(caller), requestOf(body));
    const { expiresAt } = this.links;
    return {
      rows: Number(rows),
      expires_at: expiresAt.toISOString(),
      parts: parts.map((part) => ({
        url: this.links.urlOf(caller, part, expiresAt),
        rows: part.rows,
        first_uuid: part.firstId,
        last_uuid: part.lastId,
      })),
    };
  }

  @GetAction('export-part', {
    credentials: [],
    rate: 'analytics',
    summary: 'A file of export-links, by its address',
    produces: EXPORT_TYPES,
    refusals: ['NOT_FOUND'],
  })
  async exportPart(
    @ClientAddress() address: string,
    @Query() { token }: ExportPartQuery,
  ): Promise<StreamableFile> {
    const range = await this.links.read(token);
    return file(await this.exports.part(range, address), range.format);
  }
}

function requestOf({ currency, type, from, to, format = 'csv' }: ExportQuery): ExportRequest {
  return {
    format,
    currency,
    type,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOfDateText(to),
  };
}

function file(body: Readable, format: ExportFormat): StreamableFile {
  const { type } = EXPORT_FRAMES[format];
  return new StreamableFile(body, { type, disposition: `attachment; filename="transactions.${format}"` });
}
