import { Body, Query } from '@nestjs/common';
import { By, type Caller, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { ChartQuery, ReportQuery, WalletReportQuery } from './analytics.dto';
import { AnalyticsQueries } from './analytics.queries';
import {
  breakdownRows,
  chartPoint,
  flowDay,
  frameView,
  overviewResponse,
  senderView,
} from './analytics.view';
import { ReportLinksService } from './report-links.service';

const READ = {
  credentials: ['session', 'secret-key'],
  team: 'money:read',
  scope: 'transactions:read',
  rate: 'analytics',
} as const;

/** Reports on one wallet, the primary one unless a currency is named. */
@WireController('analytics.php')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsQueries,
    private readonly links: ReportLinksService,
  ) {}

  @GetAction('overview', {
    ...READ,
    summary: 'Figures of a period, with their change against the period before',
    refusals: ['NOT_FOUND'],
  })
  async overview(@By() caller: Caller, @Query() query: ReportQuery) {
    const frame = await this.analytics.frame(ownerOf(caller), query);
    const { now, before } = await this.analytics.overview(frame);
    return overviewResponse(frame, now, before);
  }

  @GetAction('revenue-chart', {
    ...READ,
    summary: 'What was received from others, by hour, day, week or month',
    refusals: ['NOT_FOUND'],
  })
  async revenueChart(@By() caller: Caller, @Query() query: ChartQuery) {
    const frame = await this.analytics.frame(ownerOf(caller), query);
    const granularity = query.granularity ?? frame.period.granularity;
    const points = await this.analytics.revenue(frame, granularity);
    return { ...frameView(frame), granularity, points: points.map(chartPoint) };
  }

  @GetAction('flows', {
    ...READ,
    summary: 'What entered and left the wallet, by day',
    refusals: ['NOT_FOUND'],
  })
  async flows(@By() caller: Caller, @Query() query: ReportQuery) {
    const frame = await this.analytics.frame(ownerOf(caller), query);
    const days = await this.analytics.flows(frame, 'day');
    return { ...frameView(frame), data: days.map(flowDay(frame.period.timezone)) };
  }

  @GetAction('breakdown', {
    ...READ,
    summary: 'Movements of a period by transaction type',
    refusals: ['NOT_FOUND'],
  })
  async breakdown(@By() caller: Caller, @Query() query: ReportQuery) {
    const frame = await this.analytics.frame(ownerOf(caller), query);
    return { ...frameView(frame), data: breakdownRows(await this.analytics.types(frame)) };
  }

  @GetAction('top-senders', {
    ...READ,
    summary: 'The ten people who sent most in the last 90 days',
    refusals: ['NOT_FOUND'],
  })
  async topSenders(@By() caller: Caller, @Query() { currency }: WalletReportQuery) {
    const { wallet, from, top } = await this.analytics.topSenders(ownerOf(caller), currency);
    return { currency: wallet.currency, from, data: top.map(senderView) };
  }

  @PostAction('report-link', {
    ...READ,
    summary: 'The address of a page with the report of a period, for seven days',
    refusals: ['NOT_FOUND'],
  })
  async reportLink(@By() caller: Caller, @Body() body: ReportQuery) {
    const { url, expiresAt } = await this.links.create(caller, body);
    return { url, expires_at: expiresAt.toISOString() };
  }
}
