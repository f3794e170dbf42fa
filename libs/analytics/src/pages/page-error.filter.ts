import { Injectable } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import { type PageContext, RefusalPageFilter, troublePage } from '@app/pages';
import { noReportPage } from './report.page';

/** Refusals of the page of a report. */
@Injectable()
export class ReportPageErrorFilter extends RefusalPageFilter {
  protected readonly below = '/report/';

  protected render(kind: ErrorKind, page: PageContext, { params }: WireRequest): string {
    const { token } = params as { token?: string };
    const path = token && `/report/${encodeURIComponent(token)}`;
    return kind === 'not-found' ? noReportPage({ ...page, path }) : troublePage(kind, { ...page, path });
  }
}
