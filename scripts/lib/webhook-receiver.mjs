import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const TOLERANCE_SECONDS = 300;
const LARGEST_BODY = 1024 * 1024;
/** Where many processes receive, these ids belong into a table under a unique key, written with the work itself. */
const REMEMBERED_IDS = 10_000;

/**
 * A merchant's webhook endpoint as it should be: the signature over id, time and raw bytes is checked before
 * anything is parsed, in constant time; what is forged or stale is answered 401; what is good 200 at once, also the second
 * time, when nothing more is done. `X-Webhook-Outcome` tells a conformance run which of the two it was.
 */
export async function startReceiver(secretOf, onEvent) {
  const seen = new Set();
  const server = createServer(async (request, response) => {
    const raw = await bodyOf(request).catch(() => undefined);
    if (!raw) return response.writeHead(413).end(); // Too large, or the sender hung up half way.
    const { headers } = request;
    if (!isGenuine(raw, headers, secretOf())) return response.writeHead(401).end();
    const id = headers['webhook-id'];
    const isNew = !seen.has(id);
    seen.add(id);
    if (seen.size > REMEMBERED_IDS) seen.delete(seen.values().next().value);
    response.writeHead(200, { 'X-Webhook-Outcome': isNew ? 'handled' : 'duplicate' }).end();
    if (isNew) onEvent(JSON.parse(raw), headers);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LARGEST_BODY) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether these bytes, their id and their time come from the holder of the secret, and were sent just now. */
function isGenuine(raw, headers, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const ofAll = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64');
  // Several signatures while a secret is being rotated: one of them has to match.
  const given = (headers['webhook-signature'] ?? '').split(' ');
  return given.map((signature) => equal(signature, `v1,${ofAll}`)).includes(true);
}

function equal(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
