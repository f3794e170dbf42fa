import { Controller } from '@nestjs/common';
import { PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { flowsFile } from './flows-file.policy';
import { ReportLinksService } from '../report-links.service';
import { reportPage } from './report.page';
import { ReportSheetQueries } from './report-sheet.queries';

const RATE = { rate: 'analytics' } as const;

/** The page of a report for those who have its address: figures of one wallet, without ids and single transactions. */
@Controller('report/:token')
export class ReportPageController {
  constructor(
    private readonly links: ReportLinksService,
    private readonly sheets: ReportSheetQueries,
    private readonly replies: PageRepliesService,
  ) {}

  @PageGet('', { ...RATE, summary: 'The page of a report' })
  async show(@Visit() visit: PageVisit): Promise<string> {
    const sheet = await this.sheets.sheet(await this.links.read(visit.token));
    return reportPage({ ...this.replies.begin(visit), sheet });
  }

  @PageGet('flows.csv', {
    ...RATE,
    summary: 'What entered and left the wallet in each part of the period, as a file',
  })
  async file(@Visit() { token, reply }: PageVisit): Promise<string> {
    const { name, text } = flowsFile(await this.sheets.sheet(await this.links.read(token)));
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    return text;
  }
}
