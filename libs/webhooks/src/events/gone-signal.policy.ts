import type { FastifyReply } from 'fastify';

/** Aborted when the client's connection closes, whether it has got its answer or not. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
