import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { successBody, variantOf } from './envelope';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Writes what a controller returns: a command's answer unchanged, a query's result in its envelope, a page unchanged.
 * An interceptor would do the same, but its observables cost as much as the router.
 */
export class WireAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, result: unknown, status?: number): FastifyReply {
    const { url } = reply.request;
    if (!url.startsWith('/api/') || result instanceof StreamableFile)
      return super.reply(reply as never, result, status) as never;
    if (reply.sent) return reply;
    void reply.header('content-type', JSON_TYPE);
    if (!(result instanceof Answer)) {
      return reply.status(status ?? 200).send(JSON.stringify(successBody(variantOf(url), result)));
    }
    if (result.replayed) void reply.header('idempotency-replayed', 'true');
    return reply.status(result.status).send(result.body);
  }
}
