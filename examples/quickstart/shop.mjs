import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { CHECKOUT, SECRET_KEY, WEBHOOK_SECRET, PORT, ORDER } = process.env;
const orders = new Map([[ORDER, { amount: 2500, currency: 'NGN', status: 'open' }]]); // your database

async function api(query, body) {
  const response = await fetch(`${CHECKOUT}/api/sessions.php?${query}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': SECRET_KEY, 'Content-Type': 'application/json', ...body?.headers },
    body: body && JSON.stringify(body.json),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${answer.error_code}: ${answer.message}`);
  return answer;
}

/** A repeat under the same idempotency key returns the same session. */
function openSession(ref, { amount, currency }) {
  const json = { amount, currency, order_ref: ref, success_url: `http://127.0.0.1:${PORT}/order?ref=${ref}` };
  return api('action=create', { json, headers: { 'X-Idempotency-Key': `order-${ref}` } });
}

/** The signature covers id, time and raw body, so that a captured event cannot be sent again later. */
function isGenuine(rawBody, headers) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300)) return false;
  const hmac = createHmac('sha256', Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64'));
  const expected = Buffer.from(`v1,${hmac.update(`${id}.${sentAt}.`).update(rawBody).digest('base64')}`);
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Relies on the API instead of the event or the address, and can run more than once. */
async function settle(sessionId) {
  const session = await api(`session_id=${encodeURIComponent(sessionId)}`);
  const order = orders.get(session.order_ref);
  const isRight = session.amount === order?.amount && session.currency === order.currency;
  if (session.status !== 'completed' || !isRight) return;
  order.status = 'paid';
  console.log(`order ${session.order_ref} is paid`);
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (pathname === '/buy') {
    const { checkout_url } = await openSession(ORDER, orders.get(ORDER));
    response.writeHead(303, { location: checkout_url }).end();
  } else if (pathname === '/webhook') {
    if (!isGenuine(body, request.headers)) return response.writeHead(401).end();
    const { event, data } = JSON.parse(body);
    if (event === 'payment.success') await settle(data.session_id);
    response.end('ok');
  } else if (pathname === '/order') {
    // The buyer returns with the session, perhaps before the webhook, or after a restart of this shop.
    const sessionId = searchParams.get('session_id');
    if (sessionId) await settle(sessionId);
    response.end(orders.get(searchParams.get('ref'))?.status ?? 'unknown');
  } else {
    response.setHeader('content-type', 'text/html');
    response.end('<form method="post" action="/buy"><button>Buy for NGN 2,500</button></form>');
  }
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.message);
    if (!response.destroyed) response.writeHead(500).end(); // the webhook is retried
  });
}).listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`));
