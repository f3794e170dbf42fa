import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Config } from '@app/config';
import {
  AuditLogService,
  clientAddressOf,
  DRY_RUN_HEADER,
  isSameOrigin,
  isStaffAddress,
  type StaffRole,
} from '@app/http';
import { BULL_QUEUES } from '@app/queue';
import type { Queue } from 'bull';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoardCookieService } from './board-cookie.service';
import { BOARD_HEADERS, HTML, refusedPage } from './board.page';
import { BoardVisitsService, type Visitor } from './board-visits.service';

const BOARDS = { read: '/admin/queues/read', manage: '/admin/queues/manage' } as const;
type Board = keyof typeof BOARDS;

const FOREIGN = /<link[^>]+href="https?:\/\/[^>]*>/g;

/** Administrators may act on the queues; other staff may read. */
export function boardPathFor(role: StaffRole): string {
  return BOARDS[role === 'admin' ? 'manage' : 'read'];
}

/**
 * Bull's board, mounted twice: read-only and with actions. Each request carries the cookie of a visit; actions
 * must come from the board's own page and get an audit entry before they run.
 */
@Injectable()
export class QueueBoardService implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly visits: BoardVisitsService,
    private readonly audit: AuditLogService,
    private readonly config: Config,
    private readonly cookie: BoardCookieService,
    @Inject(BULL_QUEUES) private readonly queues: Queue[],
  ) {}

  onModuleInit(): void {
    // A container without a server, as in scripts, does not serve the board.
    const fastify = this.host.httpAdapter?.getInstance<FastifyInstance | undefined>();
    if (!fastify || this.queues.length === 0) return;
    for (const board of Object.keys(BOARDS) as Board[]) this.mount(fastify, board);
  }

  private mount(fastify: FastifyInstance, board: Board): void {
    const serverAdapter = new FastifyAdapter().setBasePath(BOARDS[board]);
    const queues = this.queues.map((queue) => new BullAdapter(queue, { readOnlyMode: board === 'read' }));
    const uiConfig = { boardTitle: 'Queues', showWorkers: false, hideRedisDetails: true };
    createBullBoard({ queues, serverAdapter, options: { uiConfig } });
    void fastify.register(
      (inner, _options, done) => {
        inner.addHook('onRequest', (request, reply) => this.guard(board, request, reply));
        inner.addHook('preHandler', (request, reply) => this.reachable(request, reply));
        inner.addHook('onSend', (_request, reply, payload, sent) => sent(null, ownOnly(reply, payload)));
        void inner.register(serverAdapter.registerPlugin() as never);
        done();
      },
      { prefix: BOARDS[board] },
    );
  }

  private async guard(board: Board, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    void reply.headers(BOARD_HEADERS);
    const address = clientAddressOf(request.raw, this.config.env.TRUSTED_PROXIES);
    const visitor = await this.visits.visitorOf(this.cookie.read(request));
    if (!visitor || !isStaffAddress(address, this.config))
      return reply.status(401).type(HTML).send(refusedPage);
    if (!mayUse(visitor, board)) return reply.status(403).type(HTML).send(refusedPage);
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (board === 'read' || !isSameOrigin(request)) return reply.status(403).send({ error: 'Not allowed.' });
    if (request.headers[DRY_RUN_HEADER] !== undefined) {
      return reply.status(400).send({ error: 'The board has no dry run; nothing was changed.' });
    }
    const path = request.url.split('?')[0]!.slice(BOARDS[board].length);
    await this.audit.appendBy(
      { staffId: visitor.staffId, address, requestId: request.id },
      { action: 'queues.board', subject: `${request.method} ${path}` },
    );
    return undefined;
  }

  /** Replaces the board's answer to an unavailable Redis, which would be an internal error. */
  private async reachable(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const isApi = request.url.includes('/api/');
    if (!isApi || this.queues[0]!.client.status === 'ready') return undefined;
    return reply.status(503).header('retry-after', '2').send({ error: 'Redis is away.' });
  }
}

function mayUse({ role }: Visitor, board: Board): boolean {
  return board === 'manage' ? role === 'admin' : role !== 'compliance';
}

/** Blocks the fonts that the page loads from another company. */
function ownOnly(reply: FastifyReply, payload: unknown): unknown {
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
  return isPage && typeof payload === 'string' ? payload.replace(FOREIGN, '') : payload;
}
