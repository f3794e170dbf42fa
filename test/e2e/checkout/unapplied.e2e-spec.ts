import { randomUUID } from 'node:crypto';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank } from '../business/card-deposits';
import { CARDS, Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let finance: TestStaff;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  finance = await platform.staff('finance');
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(async () => {
  try {
    await platform?.verifyBooks();
  } finally {
    await platform?.stop();
  }
});

const decide = (action: string, id: string, token = finance.token, idempotencyKey?: string) =>
  platform.post(
    'business',
    `admin.php?section=unapplied&action=${action}`,
    { id, reason: 'The buyer asked for it' },
    { token, idempotencyKey },
  );

async function queue(token = finance.token) {
  const { body } = await platform.get('business', 'admin.php?section=unapplied&action=list', { token });
  return body.data?.data as {
    id: string;
    session_id: string;
    status: string;
    reason: string;
    amount: number;
  }[];
}

/** A card payment of which the company took one naira less. */
async function shortPayment() {
  const session = await shop.open();
  await new Bank(platform).order('amount-mismatch');
  await shop.pay(session, CARDS.approved);
  const found = (await queue()).find(({ session_id }) => session_id === session.session_id)!;
  return { session, id: found.id, found };
}

async function balance(): Promise<number> {
  const { body } = await platform.get('business', 'wallet.php?action=balance', { token: merchant.token });
  return Math.round(Number(body.balance) * 100);
}

it('lists what no session could take; support may look, and only finance decides', async () => {
  const { id, found } = await shortPayment();
  expect(found).toMatchObject({ reason: 'amount-mismatch', amount: 2499.5, status: 'unapplied' });
  const support = await platform.staff('support');
  expect((await queue(support.token)).length).toBeGreaterThan(0);
  expect((await decide('apply', id, support.token)).status).toBe(403);
  expect((await decide('apply', id, merchant.token)).status).toBe(403);
  expect((await decide('refund', randomUUID())).status).toBe(404);
});

it('applies once, however many decide at once, closes the session and keeps who decided', async () => {
  const { session, id } = await shortPayment();
  const before = await balance();
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => decide('apply', id)),
    decide('refund', id),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
  await platform.runJobs();
  const wasApplied = answers.at(-1)!.status !== 200;
  expect(await balance()).toBe(before + (wasApplied ? 249_950 : 0));
  if (wasApplied) expect(await shop.statusOf(session)).toBe('expired');
  expect((await queue()).some((row) => row.id === id)).toBe(false);
  const audit = await platform.sql(`SELECT action FROM audit_log WHERE subject = $1`, [id]);
  expect(audit).toEqual([{ action: wasApplied ? 'unapplied.apply' : 'unapplied.refund' }]);
});

it('answers a repeated key as before', async () => {
  const { id } = await shortPayment();
  const key = randomUUID();
  const [first, again] = [
    await decide('apply', id, undefined, key),
    await decide('apply', id, undefined, key),
  ];
  expect([first.status, again.text]).toEqual([200, first.text]);
  expect((await decide('apply', id)).body.error_code).toBe('INVALID_STATE');
});

it('refunds through the company, once; what is on its way back cannot be applied', async () => {
  const { session, id } = await shortPayment();
  const before = await balance();
  expect((await decide('refund', id)).body).toMatchObject({
    status: 'refunding',
    amount: 2499.5,
    currency: 'NGN',
  });
  expect((await decide('apply', id)).body.error_code).toBe('INVALID_STATE');
  await Promise.all([platform.runJobs(), platform.runJobs()]);
  const [row] = await platform.sql('SELECT status FROM checkout_attempts WHERE id = $1', [id]);
  expect([row!.status, await balance()]).toEqual(['refunded', before]);
  expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
});
