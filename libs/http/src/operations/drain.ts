import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes all connections when the app closes: idle ones at once, including those without a request yet (browsers
 * connect in advance), busy ones after their last response. An open connection would delay the close.
 */
export function endConnectionsOnClose(fastify: FastifyInstance): void {
  const underWay = new Map<Socket, number>();
  let closing = false;
  const server = fastify.server as Server;

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  const count = (socket: Socket, more: 1 | -1): number => {
    const requests = (underWay.get(socket) ?? 0) + more;
    if (underWay.has(socket)) underWay.set(socket, requests);
    return requests;
  };
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    count(raw.socket, 1);
    done();
  });
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    const left = count(raw.socket, -1);
    if (closing && left === 0) raw.socket.end();
    done();
  });
  fastify.addHook('preClose', (done) => {
    closing = true;
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
}
