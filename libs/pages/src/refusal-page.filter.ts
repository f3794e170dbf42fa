import { type ArgumentsHost, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import { ErrorFilter, type WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import type { PageContext } from './layout';
import { localeOf } from './locales';
import { PageReplies } from './page-replies.service';

/** Answers refused requests below one path with an HTML page instead of JSON. */
@Injectable()
export abstract class RefusalPageFilter implements ExceptionFilter, OnModuleInit {
  protected abstract readonly below: string;
  /** Origins whose pages may hold the page in a frame. */
  protected readonly embedOrigins: readonly string[] = [];

  constructor(
    private readonly errors: ErrorFilter,
    private readonly replies: PageReplies,
  ) {}

  protected abstract render(
    kind: ErrorKind,
    page: PageContext,
    request: WireRequest,
    thrown: unknown,
  ): string;

  onModuleInit(): void {
    this.errors.leaveTo(this, this.below);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<WireRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { kind } = this.errors.writeHead(thrown, request, reply);
    const locale = localeOf(request.query.lang, request.headers['accept-language']);
    const page = this.replies.begin(reply, locale, { embedOrigins: this.embedOrigins });
    void reply.send(this.render(kind, page, request, thrown));
  }
}
