import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { MovementSumsQueries } from '@app/ledger';
import { AnalyticsQueries, type Bucket, type ReportFrame } from '../analytics.queries';
import { type Flow, flowsOf, type TypeFigures, typesOf } from '../figures/movement-figures.policy';
import { type OverviewFigures, overviewFigures } from '../figures/overview.policy';
import { PaymentFiguresQueries } from '../payments/payment-figures.queries';
import { bucketBounds, type Granularity, sheetGranularity } from '../periods/report-period.policy';
import type { ReportLink } from '../report-links.service';

/** Everything on the page of a report. */
export interface ReportSheet {
  holder: string;
  frame: ReportFrame;
  granularity: Granularity;
  now: OverviewFigures;
  before: OverviewFigures;
  flows: Bucket<Flow & { end: Date }>[];
  types: TypeFigures[];
  expiresAt: Date;
}

/** Buckets before those of the period: the period before it, and what lies between the two. */
const BEFORE = 2;

/** Reads the page of a report. All its movements come from one snapshot, so that its figures add up. */
@Injectable()
export class ReportSheetQueries {
  constructor(
    private readonly analytics: AnalyticsQueries,
    private readonly sums: MovementSumsQueries,
    private readonly payments: PaymentFiguresQueries,
    private readonly directory: UserDirectoryQueries,
  ) {}

  async sheet({ ownerId, madeAt, expiresAt, request }: ReportLink): Promise<ReportSheet> {
    const frame = await this.analytics.frame(ownerId, request, madeAt);
    const { wallet, period } = frame;
    const granularity = sheetGranularity(period);
    const bounds = bucketBounds(period, granularity, period.timezone);
    const all = [period.previous.from, period.previous.to, ...bounds];
    const [sums, payments, holder] = await Promise.all([
      this.sums.between([wallet.accountId], all),
      this.payments.figures(ownerId, wallet.currency, [period.previous, period]),
      this.directory.byId(ownerId),
    ]);
    const buckets = flowsOf(sums, all.length - 1);
    const flows = buckets.slice(BEFORE);
    return {
      holder: holder?.name ?? '',
      frame,
      granularity,
      now: overviewFigures(flows.reduce(added), payments[1]!),
      before: overviewFigures(buckets[0]!, payments[0]!),
      flows: flows.map((flow, i) => ({ ...flow, begin: bounds[i]!, end: bounds[i + 1]! })),
      types: typesOf(sums.filter(({ bucket }) => bucket >= BEFORE)),
      expiresAt,
    };
  }
}

const added = (a: Flow, b: Flow): Flow => ({
  inflow: a.inflow + b.inflow,
  outflow: a.outflow + b.outflow,
  movements: a.movements + b.movements,
});
