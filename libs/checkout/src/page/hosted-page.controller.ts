import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { LOOPBACK_SOURCES, type WireRequest, WithPolicy } from '@app/http';
import { randomToken, Times } from '@app/kernel';
import { localeOf, PageAssets, pageHeaders } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { SettleAttempt } from '../attempts/flows/settle-attempt';
import { CardPrices } from '../methods/card/card-prices.service';
import { SessionAccess } from '../sessions/session-access.service';
import { PageQueries, type PageSession } from './page.queries';
import { noSessionPage, payPage } from './pay.page';

const PAGE = { credentials: [], hidden: true } as const;

/** The page a buyer pays on. The token in its address is the credential. */
@Controller()
export class HostedPageController {
  constructor(
    private readonly access: SessionAccess,
    private readonly pages: PageQueries,
    private readonly prices: CardPrices,
    private readonly settle: SettleAttempt,
    private readonly assets: PageAssets,
    private readonly config: Config,
    private readonly times: Times,
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
    const { style } = this.assets;
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    const found = await this.access.opened(token);
    if (!found) {
      void reply.status(404).headers(pageHeaders({ nonce, isHttps, embedOrigins: [] }));
      return noSessionPage({ nonce, locale, style });
    }
    const session = await this.pages.byId(found.id);
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: framesOf(session) }));
    const price =
      session.status === 'completed'
        ? null
        : await this.prices.priceOf(session, session.purpose === 'deposit');
    return payPage({
      session,
      price: price?.charge ?? null,
      nonce,
      locale,
      style,
      script: this.assets.payScript(locale),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: await this.times.of(session),
    });
  }

  /** Redirects to the page of the company that confirms the payment. Frames open this address in the whole window. */
  @Get('pay/:token/continue')
  @WithPolicy({ ...PAGE, summary: "The buyer's way to the bank" })
  async continue(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const found = await this.access.opened(token);
    const session = found && (await this.pages.byId(found.id));
    const waits = session?.status === 'processing' && session.attempt?.status === 'waiting';
    return this.redirect(reply, (waits && session.attempt?.redirectUrl) || pageOf(token));
  }

  /**
   * The address to which the bank sends the buyer back. Its parameters are not read, because only the answer of the
   * gateway counts.
   */
  @Get('pay/:token/return')
  @WithPolicy({ ...PAGE, summary: "The buyer's way back from the bank" })
  async return(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const session = await this.access.opened(token);
    if (session?.attemptId) await this.settle.settleForClient(session.attemptId);
    return this.redirect(reply, pageOf(token));
  }

  private redirect(reply: FastifyReply, address: string): string {
    void reply.status(303).header('location', address).header('referrer-policy', 'no-referrer');
    return '';
  }
}

/** Pages that can hold this one in a frame: those that the app names, of this host, and in test mode local ones. */
function framesOf({ embedOrigins, mode }: PageSession): string[] {
  return [...embedOrigins, "'self'", ...(mode === 'test' ? LOOPBACK_SOURCES : [])];
}

const pageOf = (token: string) => `/pay/${encodeURIComponent(token)}`;
