import { PaymentGateway } from '@app/charges';
import type { CardCompany } from '../../support/card-company';
import type { Platform } from '../../support/platform';
import type { ElsewhereShop, Session } from '../checkout-api/async-payments';
import { type CompanyPlatform, startCompanyPlatform } from './company-platform';

let company: CardCompany;
let platform: Platform;
let shop: ElsewhereShop;
let stack: CompanyPlatform;

beforeAll(async () => {
  stack = await startCompanyPlatform();
  ({ company, platform, shop } = stack);
});

beforeEach(() => company.behave());
afterAll(() => stack?.stop());

/** A session paid twice by transfer; the company refunds the second payment as `refunding` says. */
async function paidTwice(refunding: Partial<CardCompany['refunding']> = {}) {
  const session = await shop.open();
  await shop.bankTransfer(session);
  const { reference } = (await shop.attempts(session)).at(-1)!;
  await company.receive(reference, 2500.5);
  const second = String(await company.receive(reference, 2500.5));
  await company.rest();
  Object.assign(company.refunding, refunding);
  await platform.runJobs();
  return { session, second, refund: company.refunds.at(-1)! };
}

const rowOf = async (transactionId: string) => {
  const [row] = await platform.sql<{
    id: string;
    status: string;
    failure: string | null;
    is_due: boolean;
    provider_id: string | null;
  }>(
    `SELECT a.id, a.status, r.failure, r.due_at IS NOT NULL AS is_due, r.provider_id
       FROM checkout_attempts a JOIN refunds r ON r.payment_id = a.id
      WHERE a.gateway_transaction_id = $1 ORDER BY r.created_at DESC`,
    [transactionId],
  );
  return row!;
};

const refundPosts = (transactionId: string) =>
  company.posts.filter(({ path }) => path === `/transactions/${transactionId}/refund`).length;

const refundEvents = async (session: Session) =>
  (await shop.outboxEvents(session)).filter((type) => type === 'checkout.unapplied-payment-refunded');

async function decide(action: string, id: string, fields: object) {
  const { token } = await platform.staff('finance');
  const path = `admin.php?section=unapplied&action=${action}`;
  return platform.post('business', path, { id, reason: 'The company was asked', ...fields }, { token });
}

async function later(): Promise<void> {
  platform.clock.advance({ minutes: 6 });
  await platform.runJobs();
}

it('a pending refund is reported once it is completed', async () => {
  const { session, second, refund } = await paidTwice({ status: 'pending' });
  expect(await rowOf(second)).toMatchObject({
    status: 'unapplied',
    is_due: true,
    provider_id: String(refund.id),
  });
  await later();
  expect(await refundEvents(session)).toEqual([]);
  refund.status = 'completed';
  await later();
  expect([(await rowOf(second)).status, refundPosts(second)]).toEqual(['refunded', 1]);
  expect(await refundEvents(session)).toHaveLength(1);
});

it('a pending refund that fails waits for the staff, who may have it sent again as nothing has gone', async () => {
  const { session, second, refund } = await paidTwice({ status: 'pending' });
  refund.status = 'failed';
  company.transactions.find(({ id }) => String(id) === second)!.refunded = 0;
  await later();
  const row = await rowOf(second);
  expect(row).toMatchObject({ status: 'unapplied', is_due: false, provider_id: null });
  expect(row.failure).toBe('The payment company could not refund it');
  company.behave();
  expect((await decide('refund', row.id, {})).status).toBe(200);
  await platform.runJobs();
  expect([(await rowOf(second)).status, refundPosts(second)]).toEqual(['refunded', 2]);
  expect(await refundEvents(session)).toHaveLength(1);
});

it('a pending refund of another amount shows staff both amounts', async () => {
  const { session, second, refund } = await paidTwice({ status: 'pending' });
  Object.assign(refund, { status: 'completed', amount_refunded: 0.5 });
  await later();
  const row = await rowOf(second);
  expect(row).toMatchObject({ status: 'unapplied', is_due: false });
  expect(row.failure).toContain('0.50 NGN');
  expect(row.failure).toContain('2500.50 NGN');
  expect(await refundEvents(session)).toEqual([]);
});

it('a pending refund at a company that cannot be asked about refunds waits for the staff, under its name', async () => {
  const { session, second, refund } = await paidTwice({ status: 'pending' });
  company.hasRefunds = false;
  await later();
  const row = await rowOf(second);
  expect(row).toMatchObject({ status: 'unapplied', is_due: false });
  expect(row.failure).toContain(`took the refund as ${refund.id}`);
  await later();
  expect(refundPosts(second)).toBe(1);
  expect((await decide('refund', row.id, {})).body.error_code).toBe('INVALID_STATE');
  expect((await decide('settle', row.id, { refund_id: String(refund.id) })).status).toBe(200);
  expect(await refundEvents(session)).toHaveLength(1);
});

it('a name under which another payment was refunded is not believed', async () => {
  const first = await paidTwice();
  expect((await rowOf(first.second)).status).toBe('refunded');
  const gateway = platform.inside<PaymentGateway>('scheduler', PaymentGateway as never);
  const refund = jest.spyOn(Object.getPrototypeOf(gateway) as PaymentGateway, 'refund');
  refund.mockResolvedValue({
    refundId: String(first.refund.id),
    status: 'completed',
    amountMinor: 250_050n,
  });
  try {
    const { session, second } = await paidTwice();
    const row = await rowOf(second);
    expect([row.status, await refundEvents(session)]).toEqual(['unapplied', []]);
    expect(row.failure).toContain('the name of another refund');
  } finally {
    refund.mockRestore();
  }
});
