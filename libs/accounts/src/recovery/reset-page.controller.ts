import { Controller } from '@nestjs/common';
import { localeOf, PageGet, PageVisit, Visit } from '@app/pages';
import { forgotPage } from './forgot.page';
import { resetPage } from './reset.page';

/** The pages on which a person asks for a mail with a link, and with it sets a new password. */
@Controller()
export class ResetPageController {
  @PageGet('reset-password', { summary: 'Set a new password' })
  show(@Visit() visit: PageVisit): string {
    return resetPage(localeOf(undefined, visit.languages), visit.begin());
  }

  @PageGet('forgot-password', { summary: 'Ask for a new password' })
  forgot(@Visit() visit: PageVisit): string {
    return forgotPage(visit.locale, visit.begin());
  }
}
