import type { Platform } from '../../support/platform';
import type { Bank } from '../business-api/card-deposits';
import type { Escrows } from '../escrow/escrows';
import type { Shop } from './cards';
import { RefundDesk } from './refund-desk';

const TWO_MINUTES = 120_000;

let desk: RefundDesk;
let platform: Platform;
let escrows: Escrows;
let shop: Shop;
let bank: Bank;

beforeAll(async () => {
  desk = await RefundDesk.open();
  ({ platform, escrows, shop, bank } = desk);
});

afterEach(() => bank.clearFaults());
afterAll(() => platform?.proveAndStop());

/** An escrow of which so much goes back to the card, and a company that does with it as `fault` says. */
async function givenBack(fault: string, ms: number) {
  const { uuid, session } = await escrows.paidByCard(shop);
  await escrows.split(desk.key, uuid, 700);
  await bank.order(fault, 'refund', 1, ms);
  await platform.runJobs();
  return { uuid, session, id: (await escrows.attemptOf(session)).id as string };
}

const refundEvents = ({ session_id }: { session_id: string }) =>
  platform.sql(
    `SELECT payload->>'refundId' AS id FROM outbox WHERE payload->>'sessionId' = $1 AND type LIKE '%payment-refunded'`,
    [session_id],
  );

it('polls a pending refund until it is done, then books and reports it: sends it once, never earlier', async () => {
  const { uuid, session, id } = await givenBack('refund-pending', TWO_MINUTES);
  const refundId = (await desk.listed(id))!.refund_id;
  expect(await desk.listed(id)).toMatchObject({
    status: 'refunding',
    refund_id: expect.stringMatching(/^\d+$/),
    amount: 300,
    failure: null,
  });
  expect((await desk.decide('refund', id)).body.error_code).toBe('INVALID_STATE');
  expect((await desk.decide('apply', id)).body.error_code).toBe('INVALID_STATE');
  platform.clock.advance({ seconds: 61 });
  await Promise.all([platform.runJobs(), platform.runJobs()]);
  expect([(await escrows.attemptOf(session)).status, await refundEvents(session)]).toEqual(['unapplied', []]);
  // Asked a minute ago, it is asked again after two.
  platform.clock.advance({ seconds: 60 });
  await platform.runJobs();
  expect((await escrows.attemptOf(session)).status).toBe('unapplied');
  platform.clock.advance({ seconds: 61 });
  await Promise.all([platform.runJobs(), platform.runJobs()]);
  expect(await escrows.attemptOf(session)).toMatchObject({ status: 'refunded', failure: null });
  expect([await escrows.refunds(session), await refundEvents(session)]).toEqual([
    ['30000'],
    [{ id: refundId }],
  ]);
  expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({
    'card-gateway-clearing NGN': '-71500',
    'escrow-fees NGN': '1500',
  });
});

it('asks again when a question about a pending refund goes unanswered, and does not send the refund again', async () => {
  const { session } = await givenBack('refund-pending', 1000);
  await bank.fallSilent();
  platform.clock.advance({ minutes: 2 });
  await platform.runJobs();
  expect((await escrows.attemptOf(session)).status).toBe('unapplied');
  await bank.clearFaults();
  platform.clock.advance({ minutes: 10 });
  await platform.runJobs();
  expect([await escrows.refunds(session), (await escrows.attemptOf(session)).status]).toEqual([
    ...[['30000'], 'refunded'],
  ]);
});

it('a pending refund is settled where staff know more, and not booked again when the company says so too', async () => {
  const { session, id } = await givenBack('refund-pending', 1000);
  expect((await desk.decide('settle', id, { refund_id: 'R-1' })).status).toBe(200);
  platform.clock.advance({ minutes: 10 });
  await platform.runJobs();
  expect(await refundEvents(session)).toEqual([{ id: 'R-1' }]);
});

it('does not report a refund of another amount as done: staff see both amounts and settle it', async () => {
  const { uuid, session, id } = await givenBack('refund-short', 0);
  const row = await desk.listed(id);
  expect(row).toMatchObject({ status: 'unapplied', amount: 300 });
  expect(row!.failure).toMatch(/refunded 299\.00 NGN as \d+, where 300\.00 NGN were asked for/);
  platform.clock.advance({ minutes: 10 });
  await platform.runJobs();
  expect([await escrows.refunds(session), await refundEvents(session)]).toEqual([['29900'], []]);
  expect((await desk.decide('refund', id)).body.error_code).toBe('INVALID_STATE');
  // The naira that was missing went by hand.
  expect((await desk.decide('settle', id, { refund_id: 'by hand' })).status).toBe(200);
  expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({
    'card-gateway-clearing NGN': '-71500',
    'escrow-fees NGN': '1500',
  });
});
