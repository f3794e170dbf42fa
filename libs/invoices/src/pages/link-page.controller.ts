import { Body, Controller, Inject } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf } from '@app/http';
import { parseMajorToMinor } from '@app/kernel';
import { PageForm, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { Commands } from '@app/write-path';
import { OpenLinkPayment } from '../links/commands/open-link-payment';
import { OpenLinksService } from '../links/open-links.service';
import { linkPage } from './link.page';
import { PayLinkForm } from './pages.dto';

/** The page of a payment link. */
@Controller('link/:code')
export class LinkPageController {
  constructor(
    private readonly links: OpenLinksService,
    private readonly commands: Commands,
    private readonly replies: PageRepliesService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** 410 where the link is expired, used up or switched off. */
  @PageGet('', { summary: 'The page of a payment link' })
  async show(@Visit() visit: PageVisit): Promise<string> {
    const found = await this.links.find(visit.token, modeOf(this.host));
    return linkPage({ ...this.replies.begin(visit, { hasForms: true }), ...found });
  }

  /** Redirects to the session that pays it. */
  @PageForm('pay', { rate: 'create-public', summary: 'Opens a payment of a link' })
  async pay(@Visit() visit: PageVisit, @Body() form: PayLinkForm): Promise<string> {
    const { amount, suggested = 'other', email } = form;
    const chosen = suggested === 'other' ? amount : suggested;
    const amountMinor = chosen == null ? null : parseMajorToMinor(chosen);
    const payment = { code: visit.token, mode: modeOf(this.host), amountMinor, email: email ?? null };
    const session = await this.commands.execute(new OpenLinkPayment(payment));
    return this.replies.redirect(visit, visit.inLanguage(session));
  }
}
