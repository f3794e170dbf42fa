import { Module } from '@nestjs/common';
import { pageErrors, PagesModule } from '@app/pages';
import { AnalyticsModule } from '../analytics.module';
import { ReportPageController } from './report-page.controller';
import { REPORT_TEXTS } from './report-texts';

/** The pages of reports, for the host that their addresses name. */
@Module({
  imports: [AnalyticsModule, PagesModule],
  providers: [
    pageErrors({
      below: '/report/',
      family: REPORT_TEXTS,
      texts: { 'not-found': { title: 'report.none.title', text: 'report.none.text' } },
    }),
  ],
  controllers: [ReportPageController],
})
export class ReportPagesModule {}
