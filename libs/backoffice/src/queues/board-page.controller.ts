import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import { PageForm, PageGet } from '@app/pages';
import { BULL_QUEUES } from '@app/queue';
import type { Queue } from 'bull';
import type { FastifyReply } from 'fastify';
import { BOARD_HEADERS, enterPage, HTML, noRedisPage, refusedPage } from './board.page';
import { BoardVisitsService, COOKIE_SECONDS } from './board-visits.service';
import { BoardCookieService } from './board-cookie.service';
import { boardPathFor } from './queue-board.service';

/**
 * The pages that lead to the board in a browser. The credential is a link that works once, and then a cookie.
 */
@Controller('admin/queues')
export class BoardPageController {
  constructor(
    private readonly visits: BoardVisitsService,
    private readonly cookie: BoardCookieService,
    @Inject(BULL_QUEUES) private readonly queues: Queue[],
  ) {}

  @PageGet('', { summary: 'The board, for those who may see it' })
  async show(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const visitor = await this.visits.visitorOf(this.cookie.read(request));
    void reply.headers(BOARD_HEADERS).type(HTML);
    if (!visitor) return refused(reply);
    if (this.queues.length === 0) return noRedisPage;
    void reply.status(303).header('location', boardPathFor(visitor.role));
    return '';
  }

  @PageGet('enter', { summary: 'Where the link to the board leads' })
  ask(@Req() { query }: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(BOARD_HEADERS).type(HTML);
    return enterPage(typeof query.ticket === 'string' ? query.ticket : '');
  }

  @PageForm('enter', { summary: 'Use the link up and open the board' })
  async enter(
    @Req() { body }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    void reply.headers(BOARD_HEADERS).type(HTML);
    const visit = typeof body.ticket === 'string' ? await this.visits.admit(body.ticket) : null;
    if (!visit) return refused(reply);
    this.cookie.set(reply, visit, COOKIE_SECONDS);
    void reply.header('location', '/admin/queues');
    return '';
  }
}

function refused(reply: FastifyReply): string {
  void reply.status(401);
  return refusedPage;
}
