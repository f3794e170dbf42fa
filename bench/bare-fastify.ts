import fastify from 'fastify';

/** Fastify alone; it responds with the request body. */
const server = fastify();
server.get('/health', () => ({ status: 'ok' }));
server.post('/echo', (request) => request.body);

void server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
