import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type WireRequest, WithPolicy } from '@app/http';
import { Clock, notFound, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { CardPrices } from './card-prices';
import { SettleAttempt } from './flows/settle-attempt';
import { assetAt } from './page/assets';
import { pageHeaders } from './page/layout';
import { noSuchPage, payPage } from './page/pay-page';
import { PageQueries } from './page.queries';
import { SessionAccess } from './session-access';

const PAGE = { credentials: [], hidden: true } as const;

/** The page a buyer pays on. Whoever holds its address may pay: the token in it is the credential. */
@Controller()
export class HostedPageController {
  constructor(
    private readonly access: SessionAccess,
    private readonly pages: PageQueries,
    private readonly prices: CardPrices,
    private readonly settle: SettleAttempt,
    private readonly clock: Clock,
  ) {}

  @Get('pay/:token')
  @WithPolicy({ ...PAGE, summary: 'The page a session is paid on' })
  async show(
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const nonce = randomToken(16);
    void reply.headers(pageHeaders(nonce));
    const found = await this.access.opened(token);
    if (!found) {
      void reply.status(404);
      return noSuchPage(nonce);
    }
    const session = await this.pages.byId(found.id);
    const price = session.status === 'pending' ? await this.prices.of(session) : null;
    return payPage({ session, token, price, now: this.clock.now(), nonce });
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
    if (session?.attemptId) await this.settle.run(session.attemptId);
    void reply
      .status(303)
      .header('location', `/pay/${encodeURIComponent(token)}`)
      .header('referrer-policy', 'no-referrer');
    return '';
  }

  @Get('assets/:file')
  @WithPolicy({ ...PAGE, summary: 'Script and style of the page' })
  asset(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    const asset = assetAt(request.url.split('?')[0]!);
    if (!asset) throw notFound('Address');
    void reply.headers({
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return asset.content;
  }
}
