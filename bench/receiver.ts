import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook endpoint: reads the request, responds with 204 and stores nothing. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
