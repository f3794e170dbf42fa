/** `npm run demo`: shows the main use cases against the running stack, over HTTP only. */
import { randomUUID } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { call, demoData, signIn } from './lib/demo-api.mjs';
import { explain, say } from './lib/say.mjs';
import { registerEndpoint } from './lib/register-endpoint.mjs';

const CARD = {
  number: '4000000000000000',
  expiry_month: '12',
  expiry_year: '2034',
  cvv: '123',
  name: 'Ada Buyer',
};
const WEBHOOK_TIMEOUT_MS = 30_000;

let chapter = 0;
const tell = (title) => say(`\n${(chapter += 1)}. ${title}`);
const line = (text) => say(`   ${text}`);
const money = (amount, currency) =>
  `${currency} ${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })}`;

/** Verified events. `next` waits for one with the given name. */
class Inbox extends EventEmitter {
  received = [];
  accept = (event) => {
    this.received.push(event);
    this.emit('event');
  };
  async next(name, matches = () => true) {
    const timeout = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
    for (;;) {
      const found = this.received.find(({ event, data }) => event === name && matches(data));
      if (found) return found;
      await once(this, 'event', { signal: timeout });
    }
  }
}

async function payByCard(host, key, order) {
  const session = await call('POST', host, 'sessions.php?action=create', {
    key,
    idempotencyKey: randomUUID(),
    body: {
      amount: 2500,
      currency: 'NGN',
      order_ref: order,
      description: 'A book',
      customer: { email: 'ada@example.com' },
    },
  });
  line(
    `session ${session.session_id} over ${money(session.amount, session.currency)}, payable at ${session.checkout_url}`,
  );
  const paid = await call('POST', host, 'sessions.php?action=pay-card', {
    key,
    idempotencyKey: randomUUID(),
    body: { session_id: session.session_id, card: CARD },
  });
  line(`card charged: ${paid.status}`);
  const verified = await call('GET', host, `sessions.php?session_id=${session.session_id}`, { key });
  line(`verified from the server: ${verified.status}, ${money(verified.amount, verified.currency)}`);
  return session.session_id;
}

async function balanceOf(hosts, token) {
  return (await call('GET', hosts.business, 'wallet.php?action=balance&currency=NGN', { token })).balance;
}

async function main() {
  const demo = demoData();
  const { hosts, merchant, buyer, staff } = demo;
  const inbox = new Inbox();

  tell('The merchant signs in and registers a webhook endpoint for each of their apps');
  const merchantToken = await signIn(demo, merchant);
  const endpoints = [];
  for (const mode of ['test', 'live']) {
    endpoints.push(await registerEndpoint(demo, merchantToken, merchant[mode].app_id, inbox.accept));
  }
  line(`signed in as ${merchant.email}; events go to ${endpoints[0].url} and ${endpoints[1].url}`);

  try {
    tell('A card payment in the sandbox');
    const rehearsal = await payByCard(hosts.sandbox, merchant.test.secret_key, 'order-1');
    const event = await inbox.next('payment.success', (data) => data.session_id === rehearsal);
    line(
      `webhook received and verified: ${event.event} for ${event.data.order_ref}, is_test ${event.data.is_test}`,
    );

    tell('The same, live: the wallet is credited in the commit that completes the session');
    const before = await balanceOf(hosts, merchantToken);
    const live = await payByCard(hosts.checkout, merchant.live.secret_key, 'order-2');
    const success = await inbox.next('payment.success', (data) => data.session_id === live);
    line(`webhook received and verified: ${success.event} for ${success.data.order_ref}`);
    line(
      `merchant's balance: ${money(before, 'NGN')} -> ${money(await balanceOf(hosts, merchantToken), 'NGN')}`,
    );

    tell('A buyer sends the merchant money, twice with one idempotency key');
    const buyerToken = await signIn(demo, buyer);
    const transfer = {
      token: buyerToken,
      idempotencyKey: randomUUID(),
      body: {
        recipient: merchant.usertag,
        amount: '1000.00',
        currency: 'NGN',
        note: 'Thank you',
        pin: buyer.pin,
      },
    };
    const first = await call('POST', hosts.business, 'wallet.php?action=transfer', transfer);
    const second = await call('POST', hosts.business, 'wallet.php?action=transfer', transfer);
    line(
      `${money(first.amount, first.currency)} to @${first.recipient.usertag}, fee ${money(first.fee, first.currency)}`,
    );
    line(
      `sent again: ${first.transaction_id === second.transaction_id ? 'the same transaction, money moved once' : 'MOVED TWICE'}`,
    );
    if (first.transaction_id !== second.transaction_id)
      throw new Error('an idempotency key moved money twice');
    await inbox.next('transfer.received', (data) => data.transaction_id === first.transaction_id);
    line('webhook received and verified: transfer.received');

    tell('Finance proves the books');
    const staffToken = await signIn(demo, staff.finance);
    const verify = 'admin.php?section=ledger&action=verify';
    let report = await call('GET', hosts.business, verify, { token: staffToken });
    while (!report.finished_at) {
      const path = `${verify}&id=${report.verification_id}`;
      report = await call('GET', hosts.business, path, { token: staffToken });
    }
    if (report.status === 'failed') throw new Error(report.error);
    line(
      `${report.journals} journals, ${report.legs} legs, ${report.checks.length} proofs, ${report.faults.length} faults`,
    );
    const trial = await call('GET', hosts.business, 'admin.php?section=ledger&action=trial-balance', {
      token: staffToken,
    });
    line(`every currency sums to zero: ${trial.balanced}`);
    if (!report.proved || !trial.balanced) throw new Error('the books do not prove');
  } finally {
    await Promise.allSettled(endpoints.map((endpoint) => endpoint.remove()));
  }
  say('\nDone: paid, received, verified, proved.');
}

main().catch((error) => {
  explain(error);
  process.exitCode = 1;
});
