import { Controller } from '@nestjs/common';
import { localeOf, PageGet, PageVisit, Visit } from '@app/pages';
import { resetPage } from './reset.page';

/** The page on which a person with a mailed link sets a new password. */
@Controller()
export class ResetPageController {
  @PageGet('reset-password', { summary: 'Set a new password' })
  show(@Visit() visit: PageVisit): string {
    return resetPage(localeOf(undefined, visit.languages), visit.begin());
  }
}
