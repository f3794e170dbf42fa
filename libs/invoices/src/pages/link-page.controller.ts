import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { type Mode, parseMajorToMinor } from '@app/kernel';
import { localeOf, PageReplies } from '@app/pages';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { OpenLinkPayment } from '../links/commands/open-link-payment';
import { OpenLinks } from '../links/open-links.service';
import { linkPage } from './link.page';
import { PayLinkForm } from './pages.dto';

const PAGE = { credentials: [], hidden: true } as const;

/** The page of a payment link. */
@Controller('link/:code')
export class LinkPageController {
  constructor(
    private readonly links: OpenLinks,
    private readonly commands: Commands,
    private readonly replies: PageReplies,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** 410 where the link is expired, used up or switched off. */
  @Get()
  @WithPolicy({ ...PAGE, summary: 'The page of a payment link' })
  async show(
    @Param('code') code: string,
    @Query('lang') lang: unknown,
    @Req() { headers }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { link, payee, need } = await this.links.find(code, this.mode);
    const locale = localeOf(lang, headers['accept-language']);
    const page = this.replies.begin(reply, locale, { hasForms: true });
    return linkPage({ ...page, link, payee, need, path: `/link/${encodeURIComponent(code)}` });
  }

  /** Redirects to the session that pays it. */
  @Post('pay')
  @HttpCode(303)
  @WithPolicy({ ...PAGE, rate: 'create-public', summary: 'Opens a payment of a link' })
  async pay(
    @Param('code') code: string,
    @Query('lang') lang: unknown,
    @Body() { amount, email }: PayLinkForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const amountMinor = amount == null ? null : parseMajorToMinor(amount)!;
    const payment = { code, mode: this.mode, amountMinor, email: email ?? null };
    const session = await this.commands.execute(new OpenLinkPayment(payment));
    return this.replies.redirect(reply, `${session}?lang=${localeOf(lang)}`);
  }

  private get mode(): Mode {
    return modeOf(this.host);
  }
}
