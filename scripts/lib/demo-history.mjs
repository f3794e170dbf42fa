/** Payments and open work for the demo accounts, so that the console has something to show after the first start. */
import { crc32, deflateSync } from 'node:zlib';
import { call, signIn } from './demo-api.mjs';

const CARDS = { approved: '4000000000000000', declined: '4000000000000010', poor: '4000000000000002' };
const CUSTOMERS = [
  ['Ngozi Eze', 'ngozi.eze@example.com'],
  ['Tunde Bakare', 'tunde.bakare@example.com'],
  ['Amara Obi', 'amara.obi@example.com'],
  ['Claire Moreau', 'claire.moreau@example.com'],
  ['Kwame Mensah', 'kwame.mensah@example.com'],
];
const BOOKS = [
  ['Things Fall Apart', 4200],
  ['Half of a Yellow Sun', 6500],
  ['A Year of Recipes', 9800],
  ['The Art of Mending', 3100],
  ['Atlas of Rivers', 14500],
];
/** How each of the payments of a mode ends. */
const COURSES = [
  ...['approved', 'approved', 'declined', 'approved', 'open', 'approved', 'approved', 'poor', 'approved'],
  ...['approved', 'approved', 'open', 'approved', 'approved', 'approved', 'declined', 'approved', 'approved'],
  ...['approved', 'approved'],
];
/** A grey picture, as the page of an identity document. */
function picture(width, height) {
  const chunk = (type, body) => {
    const data = Buffer.concat([Buffer.from(type), body]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    check.writeUInt32BE(crc32(data));
    return Buffer.concat([length, data, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey; each row begins with its filter.
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 200);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates it by the API, as the accounts themselves would; does nothing where the merchant has had a payment. */
export async function createDemoHistory(demo) {
  const { hosts, merchant, buyer } = demo;
  const asMerchant = { token: await signIn(demo, merchant) };
  const business = (method, action, body, by = asMerchant) =>
    call(method, hosts.business, `business.php?${action}`, { ...by, body });
  const earlier = await business('GET', 'section=payments&action=list&per_page=1');
  if (earlier.data.total > 0) return;
  const asBuyer = { token: await signIn(demo, buyer) };

  const live = await payments(hosts.checkout, merchant.live.secret_key);
  await payments(hosts.sandbox, merchant.test.secret_key);
  await business('POST', 'section=payments&action=refund', {
    session_id: live[0],
    amount: 1200,
    reason: 'One book was damaged',
    pin: merchant.pin,
  });
  await invoices(business);
  await subscriptions(hosts.sandbox, merchant.test.secret_key);
  await escrows(hosts.business, { asBuyer, buyer, merchant });
  await call('POST', hosts.business, 'features.php?section=payment-links&action=create', {
    ...asMerchant,
    body: { title: 'Reading evening', amount: 2500, description: 'A seat, a book and a cup of tea' },
  });
  await withdrawal(hosts.business, asMerchant, merchant.pin);
  await forReview(hosts.business, asBuyer);
}

/** Sessions of a mode with their attempts; the ids of those that were paid. */
async function payments(host, key) {
  const paid = [];
  for (const [at, course] of COURSES.entries()) {
    const [title, amount] = BOOKS[at % BOOKS.length];
    const [name, email] = CUSTOMERS[(at * 3) % CUSTOMERS.length];
    const { session_id: id } = await call('POST', host, 'sessions.php?action=create', {
      key,
      body: {
        amount,
        currency: 'NGN',
        order_ref: `B-${1001 + at}`,
        description: title,
        customer: { name, email },
      },
    });
    if (course === 'open') continue;
    const card = { number: CARDS[course], expiry_month: '12', expiry_year: '2034', cvv: '123', name };
    const path = 'sessions.php?action=pay-card';
    await call('POST', host, path, { key, body: { session_id: id, card } }).catch(() => undefined);
    if (course === 'approved') paid.push(id);
  }
  return paid;
}

async function invoices(business) {
  const bills = [
    { client_name: 'Lagos Reading Club', client_email: 'club@example.com' },
    { client_name: 'Harbour School', client_email: 'office@example.com' },
  ];
  const items = [{ description: 'Atlas of Rivers', quantity: 12, unit_price: 14500 }];
  for (const [at, client] of bills.entries()) {
    const { id } = await business('POST', 'section=invoices&action=create', { ...client, items });
    if (at === 0) await business('POST', 'section=invoices&action=send', { id });
  }
}

async function subscriptions(host, key) {
  const { plan } = await call('POST', host, 'subscriptions.php?action=create-plan', {
    key,
    body: { name: 'A book a month', amount: 4500, currency: 'NGN', interval: 'monthly' },
  });
  for (const [name, email] of CUSTOMERS.slice(0, 3)) {
    await call('POST', host, 'subscriptions.php?action=subscribe', {
      key,
      body: { plan_id: plan.plan_id, customer: { name, email } },
    });
  }
}

/** One that is open, and one in dispute, which staff resolve. */
async function escrows(host, { asBuyer, buyer, merchant }) {
  for (const [description, reason] of [
    ['Twelve first editions'],
    ['A signed copy', 'The signature is missing'],
  ]) {
    const { uuid } = await call('POST', host, 'escrow.php?action=create', {
      ...asBuyer,
      body: { beneficiary: merchant.usertag, amount: 30_000, description, pin: buyer.pin },
    });
    if (reason) await call('POST', host, 'escrow.php?action=dispute', { ...asBuyer, body: { uuid, reason } });
  }
}

async function withdrawal(host, asMerchant, pin) {
  const account = { currency: 'NGN', bank_code: '058', account_number: '0123456789' };
  const { id } = await call('POST', host, 'payout.php?action=add-bank', { ...asMerchant, body: account });
  await call('POST', host, 'payout.php?action=initiate', {
    ...asMerchant,
    body: { method: 'bank', amount: 5000, currency: 'NGN', details: { bank_id: id }, pin },
  });
}

/** An identity document of the buyer. */
async function forReview(host, { token }) {
  const form = new FormData();
  form.set('doc_type', 'passport');
  form.set('tier', '1');
  form.set('document', new Blob([picture(640, 440)], { type: 'image/png' }), 'passport.png');
  const answer = await fetch(`${host}/api/kyc.php?action=upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`the identity document of the buyer: ${await answer.text()}`);
}
