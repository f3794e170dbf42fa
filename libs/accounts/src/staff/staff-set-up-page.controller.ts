import { Controller } from '@nestjs/common';
import { localeOf, PageGet, PageVisit, Visit } from '@app/pages';
import { setUpPage } from './set-up.page';

/** The page of a staff member's set-up link. */
@Controller()
export class StaffSetUpPageController {
  @PageGet('staff-setup', { summary: 'Set up a staff account' })
  show(@Visit() visit: PageVisit): string {
    return setUpPage(localeOf(undefined, visit.languages), visit.begin());
  }
}
