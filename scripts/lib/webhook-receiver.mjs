import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { call } from './demo-api.mjs';

/**
 * A merchant's webhook endpoint as it should be: the signature is checked over the raw bytes, before anything is
 * parsed, in constant time; a bad one is answered 401; a good one 200 at once.
 */
export async function startReceiver(secretOf, onEvent) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const valid = isSigned(raw, request.headers['x-service-signature'] ?? '', secretOf());
    response.writeHead(valid ? 200 : 401).end();
    if (valid) onEvent(JSON.parse(raw), request.headers);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

export function isSigned(raw, header, secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Registers a receiver with one of the merchant's apps; `remove` takes the endpoint away again. */
export async function registerEndpoint({ hosts }, token, appId, onEvent) {
  let secret;
  const receiver = await startReceiver(() => secret, onEvent);
  const endpoint = await call('POST', hosts.business, 'business.php?section=webhooks&action=create', {
    token,
    body: { app_id: appId, url: receiver.url },
  });
  secret = endpoint.secret;
  return {
    url: receiver.url,
    remove: async () => {
      const query = `business.php?section=webhooks&action=delete&id=${endpoint.id}`;
      await call('DELETE', hosts.business, query, { token });
      await receiver.stop();
    },
  };
}
