import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { type WireRequest, WithPolicy } from '@app/http';
import { Clock, notFound, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { CardPrices } from './methods/card/card-prices.service';
import { SettleAttempt } from './attempts/flows/settle-attempt';
import { sendAsset } from './page/asset-answer';
import { localeOf } from './page/locales';
import { PageAssets } from './page/page-assets';
import { pageHeaders } from './page/page-headers';
import { noPage, payPage } from './page/pay-page';
import { PageQueries } from './sessions/page.queries';
import { SessionAccess } from './sessions/session-access.service';

const PAGE = { credentials: [], hidden: true } as const;

/** The page a buyer pays on. Whoever holds its address may pay: the token in it is the credential. */
@Controller()
export class HostedPageController {
  constructor(
    private readonly access: SessionAccess,
    private readonly pages: PageQueries,
    private readonly prices: CardPrices,
    private readonly settle: SettleAttempt,
    private readonly assets: PageAssets,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get('pay/:token')
  @WithPolicy({ ...PAGE, summary: 'The page a session is paid on' })
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Query('theme') theme: unknown,
    @Req() { headers }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const locale = localeOf(lang, headers['accept-language']);
    const files = this.assets.payPage(locale);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    const found = await this.access.opened(token);
    if (!found) {
      void reply.status(404).headers(pageHeaders({ nonce, isHttps, embedOrigins: [] }));
      return noPage('none', { nonce, locale, files });
    }
    const session = await this.pages.byId(found.id);
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: this.framesOf(session) }));
    const price =
      session.status === 'completed'
        ? null
        : await this.prices.priceOf(session, session.purpose === 'deposit');
    return payPage({
      ...{ session, price: price?.charge ?? null, nonce, locale, files },
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: this.clock.now(),
    });
  }

  /** Leads a buyer whose payment waits for another company's page to that page: for frames, which must be left first. */
  @Get('pay/:token/continue')
  @WithPolicy({ ...PAGE, summary: "The buyer's way to the bank" })
  async goOn(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const found = await this.access.opened(token);
    const session = found && (await this.pages.byId(found.id));
    const waits = session?.status === 'processing' && session.attempt?.status === 'waiting';
    return this.leadTo(reply, (waits && session.attempt?.redirectUrl) || pageOf(token));
  }

  /**
   * Where the bank sends the buyer back to. Its parameters are not read: the gateway is asked, and the page shows
   * what it said.
   */
  @Get('pay/:token/return')
  @WithPolicy({ ...PAGE, summary: "The buyer's way back from the bank" })
  async comeBack(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const session = await this.access.opened(token);
    if (session?.attemptId) await this.settle.settle(session.attemptId);
    return this.leadTo(reply, pageOf(token));
  }

  @Get('assets/:file')
  @WithPolicy({ ...PAGE, summary: 'Scripts and styles of the pages', uncounted: true })
  asset(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const asset = this.assets.at(request.url.split('?')[0]!);
    if (!asset) throw notFound('Address');
    return sendAsset(request, reply, asset, 'public, max-age=31536000, immutable');
  }

  /** In development the demo shop is a page of this very host. */
  private framesOf({ embedOrigins }: { embedOrigins: string[] }): string[] {
    return this.config.env.NODE_ENV === 'development' ? [...embedOrigins, "'self'"] : embedOrigins;
  }

  private leadTo(reply: FastifyReply, address: string): string {
    void reply.status(303).header('location', address).header('referrer-policy', 'no-referrer');
    return '';
  }
}

const pageOf = (token: string) => `/pay/${encodeURIComponent(token)}`;
