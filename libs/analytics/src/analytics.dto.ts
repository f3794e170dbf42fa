import { Code, CurrencyCode, OneOf } from '@app/http';
import type { Currency } from '@app/kernel';
import { GRANULARITIES, type Granularity, type PeriodName, PERIODS } from './periods/report-period.policy';

export class WalletReportQuery {
  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;
}

export class ReportQuery extends WalletReportQuery {
  @OneOf(PERIODS, { optional: true, description: 'Ends today, except custom; 30d where absent' })
  period?: PeriodName;

  @Code({ optional: true, max: 10, description: 'First day (YYYY-MM-DD) of period=custom' })
  from?: string;

  @Code({ optional: true, max: 10, description: 'Last day (YYYY-MM-DD) of period=custom' })
  to?: string;

  @Code({ optional: true, max: 64, description: 'IANA name of the time zone of all days; UTC where absent' })
  timezone?: string;
}

export class ChartQuery extends ReportQuery {
  @OneOf(GRANULARITIES, {
    optional: true,
    description: 'At most 2,000 buckets; days, or months of 12m, where absent',
  })
  granularity?: Granularity;
}
