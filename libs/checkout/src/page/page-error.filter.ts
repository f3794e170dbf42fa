import { Injectable } from '@nestjs/common';
import type { ErrorKind } from '@app/kernel';
import { type PageContext, RefusalPageFilter, troublePage } from '@app/pages';
import { noSessionPage } from './pay.page';

/** Refusals of the pages that sessions are paid on. */
@Injectable()
export class PageErrorFilter extends RefusalPageFilter {
  protected readonly below = '/pay/';
  // Merchants' frames show it too: it contains no data of a session.
  protected override readonly embedOrigins = ['*'];

  protected render(kind: ErrorKind, page: PageContext): string {
    return kind === 'not-found' ? noSessionPage(page) : troublePage(kind, page);
  }
}
