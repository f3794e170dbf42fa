import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { LOOPBACK_SOURCES, type WireRequest, WithPolicy } from '@app/http';
import { Times } from '@app/kernel';
import { localeOf, PageAssets, PageReplies } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { SettleAttempt } from '../attempts/flows/settle-attempt';
import { CardPrices } from '../attempts/card-prices.service';
import type { RecurringCharge } from '../sessions/paid-for.port';
import { SessionAccess } from '../sessions/session-access.service';
import { PaidForRegistry } from '../sessions/session-completion.service';
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
    private readonly paidFor: PaidForRegistry,
    private readonly settle: SettleAttempt,
    private readonly assets: PageAssets,
    private readonly replies: PageReplies,
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
    const found = await this.access.opened(token);
    if (!found) return noSessionPage(this.replies.begin(reply.status(404), locale));
    const session = await this.pages.byId(found.id);
    const price =
      session.status === 'completed'
        ? null
        : await this.prices.priceOf(session, session.purpose === 'deposit');
    return payPage({
      ...this.replies.begin(reply, locale, { embedOrigins: framesOf(session) }),
      session,
      price: price?.charge ?? null,
      recurring: await this.recurringOf(session),
      script: this.assets.payScript(locale),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: await this.times.of(session),
    });
  }

  /** What paying authorises for the future. */
  private async recurringOf({ purpose, sessionId, status }: PageSession): Promise<RecurringCharge | null> {
    if (status === 'completed' || status === 'expired') return null;
    const paidFor = this.paidFor.of(purpose === 'payment' ? 'api' : purpose);
    return paidFor?.credits === 'merchant' ? ((await paidFor.authorityOf?.(sessionId)) ?? null) : null;
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
    return this.replies.redirect(reply, (waits && session.attempt?.redirectUrl) || pageOf(token));
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
    return this.replies.redirect(reply, pageOf(token));
  }
}

/** Pages that can hold this one in a frame: those that the app names, of this host, and in test mode local ones. */
function framesOf({ embedOrigins, mode }: PageSession): string[] {
  return [...embedOrigins, "'self'", ...(mode === 'test' ? LOOPBACK_SOURCES : [])];
}

const pageOf = (token: string) => `/pay/${encodeURIComponent(token)}`;
