import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { type Caller, ownerOf } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import type { ReportQuery } from './analytics.dto';
import { AnalyticsQueries } from './analytics.queries';
import { AccountLinksService } from './links/account-links.service';
import { sheetGranularity } from './periods/report-period.policy';

const LIFETIME_SECONDS = 7 * 24 * 3600;

/** The report that a link leads to: the period that it asked for, as of the instant at which it was made. */
export interface ReportLink {
  ownerId: string;
  madeAt: Date;
  expiresAt: Date;
  request: ReportQuery;
}

/** The addresses of report pages. An address needs no other credential and lives for seven days. */
@Injectable()
export class ReportLinksService {
  constructor(
    private readonly config: Config,
    private readonly analytics: AnalyticsQueries,
    private readonly links: AccountLinksService,
    private readonly clock: Clock,
  ) {}

  /** Throws VALIDATION_ERROR for a period that does not fit a page, and NOT_FOUND without a wallet. */
  async create(caller: Caller, query: ReportQuery): Promise<{ url: string; expiresAt: Date }> {
    const madeAt = this.clock.now();
    const { wallet, period } = await this.analytics.frame(ownerOf(caller), query, madeAt);
    sheetGranularity(period);
    const request: ReportQuery = {
      // The primary wallet may be another one when the page is read.
      currency: wallet.currency,
      period: query.period,
      from: query.from,
      to: query.to,
      timezone: query.timezone,
    };
    const expiresAt = addSeconds(madeAt, LIFETIME_SECONDS);
    const token = this.links.tokenOf('report', caller, request, { madeAt, expiresAt });
    return { url: `${this.config.urls.business}/report/${token}`, expiresAt };
  }

  /** Throws NOT_FOUND for a forged, expired or ended link. */
  async read(token: string): Promise<ReportLink> {
    const { content, ...link } = await this.links.open<ReportQuery>('report', token, 'Report');
    return { ...link, request: content };
  }
}
