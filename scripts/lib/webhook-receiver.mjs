import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const TOLERANCE_SECONDS = 300;
const LARGEST_BODY = 1024 * 1024;
/** If several processes receive, store these ids in a table with a unique key, in the transaction of the work. */
const REMEMBERED_IDS = 10_000;

/**
 * An example of a merchant's webhook endpoint. It verifies the signature over id, time and raw bytes in constant time
 * before it parses. It responds with 401 to a forged or stale event, and at once with 200 to a valid one, also if that
 * is a repetition, which it does not process again. `X-Webhook-Outcome` reports to a conformance run which of the two
 * it was.
 */
export async function startReceiver(secretOf, onEvent) {
  const seen = new Set();
  const server = createServer(async (request, response) => {
    const raw = await bodyOf(request).catch(() => undefined);
    if (!raw) return response.writeHead(413).end(); // The body is too large, or the sender disconnected.
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

/** Whether the holder of the secret sent these bytes with this id and time, and recently. */
function isGenuine(raw, headers, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const ofAll = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64');
  // There are several signatures while a secret is rotated. One of them has to match.
  const given = (headers['webhook-signature'] ?? '').split(' ');
  return given.map((signature) => equal(signature, `v1,${ofAll}`)).includes(true);
}

function equal(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
