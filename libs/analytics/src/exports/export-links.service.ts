import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import type { Caller } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { AccountLinksService } from '../links/account-links.service';
import type { ExportFormat } from './export-rows.policy';

const LIFETIME_SECONDS = 24 * 3600;

/** A part of an export: the newest `rows` transactions of one account below a number. */
export interface ExportRange {
  ownerId: string;
  accountId: string;
  format: ExportFormat;
  filter: { type?: string; from?: Date; to?: Date };
  before: bigint;
  rows: number;
  asOf: Date;
}

/** What a token of a part contains. */
interface Content {
  account: string;
  format: ExportFormat;
  type?: string;
  from?: string;
  to?: string;
  before: string;
  rows: number;
}

/** The addresses of export parts. An address needs no other credential and lives for a day. */
@Injectable()
export class ExportLinksService {
  constructor(
    private readonly config: Config,
    private readonly links: AccountLinksService,
    private readonly clock: Clock,
  ) {}

  /** The end of the links that are made now. */
  get expiresAt(): Date {
    return addSeconds(this.clock.now(), LIFETIME_SECONDS);
  }

  urlOf(caller: Caller, part: ExportRange, expiresAt: Date): string {
    const { accountId, format, filter, before, rows, asOf } = part;
    const content: Content = {
      account: accountId,
      format,
      type: filter.type,
      from: filter.from?.toISOString(),
      to: filter.to?.toISOString(),
      before: before.toString(),
      rows,
    };
    const token = this.links.tokenOf('export', caller, content, { madeAt: asOf, expiresAt });
    return `${this.config.urls.business}/api/transactions.php?action=export-part&token=${token}`;
  }

  /** What a link names. Throws NOT_FOUND for a forged, expired or ended one. */
  async read(token: string): Promise<ExportRange> {
    const { ownerId, madeAt, content } = await this.links.open<Content>('export', token, 'Export');
    const instant = (text?: string) => (text === undefined ? undefined : new Date(text));
    return {
      ownerId,
      accountId: content.account,
      format: content.format,
      filter: { type: content.type, from: instant(content.from), to: instant(content.to) },
      before: BigInt(content.before),
      rows: content.rows,
      asOf: madeAt,
    };
  }
}
