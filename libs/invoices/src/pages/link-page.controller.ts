import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { type Mode, parseMajorToMinor, randomToken } from '@app/kernel';
import { localeOf, PageAssets, pageHeaders } from '@app/pages';
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
    private readonly assets: PageAssets,
    private readonly config: Config,
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
    const { link, payee } = await this.links.find(code, this.mode);
    const locale = localeOf(lang, headers['accept-language']);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: [], hasForms: true }));
    const { style } = this.assets;
    return linkPage({ link, payee, path: `/link/${encodeURIComponent(code)}`, nonce, locale, style });
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
    const address = `${session}?lang=${localeOf(lang)}`;
    void reply.header('location', address).header('referrer-policy', 'no-referrer');
    return '';
  }

  private get mode(): Mode {
    return modeOf(this.host);
  }
}
