import { Controller } from '@nestjs/common';
import { localeOf, PageGet, PageVisit, Visit } from '@app/pages';
import { notMePage } from './not-me.page';

/** The page of the link in a security mail. */
@Controller()
export class NotMePageController {
  @PageGet('not-me', { summary: 'Freeze an account' })
  show(@Visit() visit: PageVisit): string {
    return notMePage(localeOf(undefined, visit.languages), visit.begin());
  }
}
