import { Module } from '@nestjs/common';
import { PagesModule } from '@app/pages';
import { AnalyticsModule } from '../analytics.module';
import { ReportPageErrorFilter } from './page-error.filter';
import { ReportPageController } from './report-page.controller';

/** The pages of reports, for the host that their addresses name. */
@Module({
  imports: [AnalyticsModule, PagesModule],
  providers: [ReportPageErrorFilter],
  controllers: [ReportPageController],
})
export class ReportPagesModule {}
