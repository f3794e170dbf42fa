import { createServer } from 'node:http';
// In a project of your own: from '@payments-platform/node'
import { Payments, SignatureError } from '../../packages/node/dist/esm/index.js';

const { CHECKOUT, SECRET_KEY, WEBHOOK_SECRET, PORT, ORDER } = process.env;
const pay = new Payments({ secretKey: SECRET_KEY, hosts: { sandbox: CHECKOUT, checkout: CHECKOUT } });
const orders = new Map([[ORDER, { amount: 2500, currency: 'NGN', status: 'open' }]]); // your database

/** A repeat under the same idempotency key returns the same session. */
function openSession(ref, { amount, currency }) {
  const success_url = `http://127.0.0.1:${PORT}/order?ref=${ref}`;
  return pay.sessions.create(
    { amount, currency, order_ref: ref, success_url },
    { idempotencyKey: `order-${ref}` },
  );
}

/** Relies on the API instead of the event or the address, and can run more than once. */
async function settle(sessionId) {
  const session = await pay.sessions.retrieve({ session_id: sessionId });
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
    const { event, data } = pay.webhooks.constructEvent(body, request.headers, WEBHOOK_SECRET);
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
    if (response.destroyed) return;
    response.writeHead(error instanceof SignatureError ? 401 : 500).end(); // after 500 the webhook is sent again
  });
}).listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`));
