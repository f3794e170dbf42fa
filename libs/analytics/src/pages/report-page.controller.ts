import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { type WireRequest, WithPolicy } from '@app/http';
import { localeOf, PageReplies } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { flowsFile } from './flows-file.policy';
import { ReportLinks } from '../report-links.service';
import { reportPage } from './report.page';
import { ReportSheets } from './report-sheet.queries';

const PAGE = { credentials: [], hidden: true, rate: 'analytics' } as const;

/** The page of a report for those who have its address: figures of one wallet, without ids and single transactions. */
@Controller('report/:token')
export class ReportPageController {
  constructor(
    private readonly links: ReportLinks,
    private readonly sheets: ReportSheets,
    private readonly replies: PageReplies,
  ) {}

  @Get()
  @WithPolicy({ ...PAGE, summary: 'The page of a report' })
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Req() request: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const sheet = await this.sheets.sheet(await this.links.read(token));
    const page = this.replies.begin(reply, localeOf(lang, request.headers['accept-language']));
    return reportPage({ ...page, sheet, path: `/report/${token}` });
  }

  @Get('flows.csv')
  @WithPolicy({ ...PAGE, summary: 'What entered and left the wallet in each part of the period, as a file' })
  async file(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
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
