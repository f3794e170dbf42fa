import { Controller, Query } from '@nestjs/common';
import { BrandQueries } from '@app/accounts';
import { Config } from '@app/config';
import { LOOPBACK_SOURCES } from '@app/http';
import { Times } from '@app/kernel';
import { PageAssetsService, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { SettleAttempt } from '../attempts/flows/settle-attempt';
import { CardPricesService } from '../attempts/card-prices.service';
import type { RecurringCharge } from '../sessions/paid-for.port';
import { SessionAccessService } from '../sessions/session-access.service';
import { PaidForRegistry } from '../sessions/session-completion.service';
import { PageQueries, type PageSession } from './page.queries';
import { noSessionPage, payPage } from './pay.page';

/** The page a buyer pays on. The token in its address is the credential. */
@Controller('pay/:token')
export class HostedPageController {
  constructor(
    private readonly access: SessionAccessService,
    private readonly pages: PageQueries,
    private readonly prices: CardPricesService,
    private readonly paidFor: PaidForRegistry,
    private readonly settle: SettleAttempt,
    private readonly assets: PageAssetsService,
    private readonly replies: PageRepliesService,
    private readonly times: Times,
    private readonly config: Config,
    private readonly brands: BrandQueries,
  ) {}

  @PageGet('', { summary: 'The page a session is paid on' })
  async show(@Visit() visit: PageVisit, @Query('theme') theme: unknown): Promise<string> {
    const found = await this.access.opened(visit.token);
    if (!found) {
      void visit.reply.status(404);
      return noSessionPage(this.replies.begin(visit));
    }
    const [session, brand] = await Promise.all([
      this.pages.byId(found.id),
      this.brands.shownOf(found.ownerId, found.mode),
    ]);
    const price =
      session.status === 'completed'
        ? null
        : await this.prices.priceOf(session, session.purpose === 'deposit');
    return payPage({
      ...this.replies.begin(visit, { embedOrigins: framesOf(session) }),
      session,
      brand,
      price,
      recurring: await this.recurringOf(session),
      script: this.assets.payScript(visit.locale),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: await this.times.of(session),
      platform: this.config.platformName,
      forgotPasswordUrl: `${this.config.urls.app}/forgot-password?lang=${visit.locale}`,
    });
  }

  /** What paying authorises for the future. */
  private async recurringOf({ purpose, sessionId, status }: PageSession): Promise<RecurringCharge | null> {
    if (status === 'completed' || status === 'expired') return null;
    const paidFor = this.paidFor.of(purpose === 'payment' ? 'api' : purpose);
    return paidFor?.credits === 'merchant' ? ((await paidFor.authorityOf?.(sessionId)) ?? null) : null;
  }

  /** Redirects to the page of the company that confirms the payment. Frames open this address in the whole window. */
  @PageGet('continue', { summary: "The buyer's way to the bank" })
  async continue(@Visit() visit: PageVisit): Promise<string> {
    const found = await this.access.opened(visit.token);
    const session = found && (await this.pages.byId(found.id));
    const waits = session?.status === 'processing' && session.attempt?.status === 'waiting';
    return this.replies.redirect(visit, (waits && session.attempt?.redirectUrl) || visit.path);
  }

  /**
   * The address to which the bank sends the buyer back. Its parameters are not read, because only the answer of the
   * gateway counts.
   */
  @PageGet('return', { summary: "The buyer's way back from the bank" })
  async return(@Visit() visit: PageVisit): Promise<string> {
    const session = await this.access.opened(visit.token);
    if (session?.attemptId) await this.settle.settleForClient(session.attemptId);
    return this.replies.redirect(visit, visit.path);
  }
}

/** Pages that can hold this one in a frame: those that the app names, of this host, and in test mode local ones. */
function framesOf({ embedOrigins, mode }: PageSession): string[] {
  return [...embedOrigins, "'self'", ...(mode === 'test' ? LOOPBACK_SOURCES : [])];
}
