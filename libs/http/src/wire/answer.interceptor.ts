import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Answer } from '@app/database';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Calls } from './call';
import { DRY_RUN_HEADER } from './dry-run';
import { successBody, variantOf } from './envelope';
import type { WireRequest } from './request';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes what a controller returns: a command's answer as it stands, a query's result in its envelope, a page as is. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly calls: Calls) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (!request.url.startsWith('/api/')) return next.handle();
    request.call = this.calls.of(request);
    if (request.call.dryRun) void reply.header(DRY_RUN_HEADER, 'true');
    return next.handle().pipe(
      map((result: unknown) => {
        if (reply.sent) return undefined;
        void reply.header('content-type', JSON_TYPE);
        if (!(result instanceof Answer)) return JSON.stringify(successBody(variantOf(request.url), result));
        void reply.status(result.status);
        if (result.replayed) void reply.header('idempotency-replayed', 'true');
        return result.body;
      }),
    );
  }
}
