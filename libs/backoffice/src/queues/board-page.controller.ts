import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { type WireRequest, WithPolicy } from '@app/http';
import { BULL_QUEUES } from '@app/queue';
import type { Queue } from 'bull';
import type { FastifyReply } from 'fastify';
import { BOARD_HEADERS, enterPage, HTML, noRedisPage, refusedPage } from './board.page';
import { BoardVisits, COOKIE_SECONDS } from './board-visits.service';
import { boardCookie, COOKIE_NAME } from './board-cookie.policy';
import { boardPathFor } from './queue-board.service';

const PAGE = { credentials: [], hidden: true } as const;

/**
 * The pages that lead to the board in a browser. The credential is a link that works once, and then a cookie.
 */
@Controller('admin/queues')
export class BoardPageController {
  constructor(
    private readonly visits: BoardVisits,
    private readonly config: Config,
    @Inject(BULL_QUEUES) private readonly queues: Queue[],
  ) {}

  @Get()
  @WithPolicy({ ...PAGE, summary: 'The board, for those who may see it' })
  async show(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const visitor = await this.visits.visitorOf(boardCookie(request));
    void reply.headers(BOARD_HEADERS).type(HTML);
    if (!visitor) return refused(reply);
    if (this.queues.length === 0) return noRedisPage;
    void reply.status(303).header('location', boardPathFor(visitor.role));
    return '';
  }

  @Get('enter')
  @WithPolicy({ ...PAGE, summary: 'Where the link to the board leads' })
  ask(@Req() { query }: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(BOARD_HEADERS).type(HTML);
    return enterPage(typeof query.ticket === 'string' ? query.ticket : '');
  }

  @Post('enter')
  @WithPolicy({ ...PAGE, summary: 'Use the link up and open the board' })
  async enter(
    @Req() { body }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    void reply.headers(BOARD_HEADERS).type(HTML);
    const cookie = typeof body.ticket === 'string' ? await this.visits.admit(body.ticket) : null;
    if (!cookie) return refused(reply);
    const secure = this.config.urls.business.startsWith('https:') ? '; Secure' : '';
    void reply
      .status(303)
      .header(
        'set-cookie',
        `${COOKIE_NAME}=${cookie}; HttpOnly; SameSite=Strict; Path=/admin/queues; Max-Age=${COOKIE_SECONDS}${secure}`,
      )
      .header('location', '/admin/queues');
    return '';
  }
}

function refused(reply: FastifyReply): string {
  void reply.status(401);
  return refusedPage;
}
