import { randomUUID } from 'node:crypto';
import { Commands } from '@app/write-path';
import { CARDS } from '../../support/test-cards';
import { ClaimRefund } from '../../../libs/checkout/src/refunds/commands/claim-refund';
import type { Platform } from '../../support/platform';
import type { Bank } from '../business-api/card-deposits';
import type { Escrows } from '../escrow/escrows';
import { type Shop } from './cards';
import { RefundDesk } from './refund-desk';

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

const decide: RefundDesk['decide'] = (...decision) => desk.decide(...decision);
const settle = (id: string, refund_id: string = randomUUID(), by?: { token: string }) =>
  decide('settle', id, { refund_id }, by);

/** The refunds in the session's events, and the mails to its buyer. */
async function refundNotices(session: { session_id: string }) {
  const sent = await platform.sql<{ type: string; payload: { refundId: string } }>(
    `SELECT type, payload FROM outbox WHERE payload->>'sessionId' = $1 AND type LIKE '%payment-refunded'`,
    [session.session_id],
  );
  const mails = await platform.sql<{ type: string }>(
    `SELECT type FROM mails WHERE facts->>'session_id' = $1 AND type IN ('escrow.refund-sent', 'refund.receipt')`,
    [session.session_id],
  );
  return { refunds: sent.map(({ payload }) => payload.refundId), mails: mails.map(({ type }) => type) };
}

const ONCE_TO_AN_ESCROW = (refundId: string) => ({ refunds: [refundId], mails: ['escrow.refund-sent'] });

/** The company ignores keys of repeats, and its answer to the next refund is lost; ten minutes pass. */
async function loseRefundAnswer() {
  await bank.order('refund-without-key', 'refund', 10);
  await bank.order('drop-connection', 'refund');
  await platform.runJobs();
  platform.clock.advance({ minutes: 10 });
  await platform.runJobs();
}

/** A split that returns 300.00: the company sent the refund, and its answer was lost. */
async function partWithLostAnswer() {
  const { uuid, session } = await escrows.paidByCard(shop);
  await escrows.split(desk.key, uuid, 700);
  await loseRefundAnswer();
  const { id } = await escrows.attemptOf(session);
  return { uuid, session, id: id as string };
}

/** A card payment of which the company took one naira less. */
async function shortPayment() {
  const session = await shop.open({ customer: { email: 'ada@example.com' } });
  await bank.order('amount-mismatch');
  await shop.pay(session, CARDS.approved);
  const [attempt] = await platform.sql<{ id: string }>(
    `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
      WHERE s.session_id = $1`,
    [session.session_id],
  );
  return { session, id: attempt!.id };
}

describe('a refund that the company carried out without an answer', () => {
  it('stops for a part, is settled under the company’s reference, and is paid, booked and reported once', async () => {
    const { uuid, session, id } = await partWithLostAnswer();
    expect(await escrows.refunds(session)).toEqual(['30000']);
    expect(await desk.listed(id)).toMatchObject({
      status: 'unapplied',
      failure: expect.stringContaining('ask the company'),
    });
    const refund_id = randomUUID();
    const settled = await settle(id, refund_id);
    expect([settled.status, settled.body]).toMatchObject([
      ...[200, { id, status: 'refunded', amount: 300, currency: 'NGN' }],
    ]);
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    expect([await escrows.refunds(session), (await escrows.attemptOf(session)).status]).toEqual([
      ...[['30000'], 'refunded'],
    ]);
    expect(await desk.listed(id)).toBeUndefined();
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({
      'card-gateway-clearing NGN': '-71500',
      'escrow-fees NGN': '1500',
    });
    expect(await refundNotices(session)).toEqual(ONCE_TO_AN_ESCROW(refund_id));
    const audit = await platform.sql(`SELECT action, reason, after FROM audit_log WHERE subject = $1`, [id]);
    expect(audit).toEqual([
      {
        action: 'unapplied.settle',
        reason: 'The company was asked',
        after: { status: 'refunded', amount: '300.00', currency: 'NGN', refund_id },
      },
    ]);
  });

  it('is sent a second time for a part only where staff say that it has not gone', async () => {
    const { session, id } = await partWithLostAnswer();
    const unsure = await decide('refund', id);
    expect([unsure.status, unsure.body.error_code]).toEqual([409, 'INVALID_STATE']);
    await platform.runJobs();
    expect(await escrows.refunds(session)).toEqual(['30000']);
    expect((await decide('refund', id, { not_sent: true })).body).toMatchObject({ status: 'refunding' });
    await platform.runJobs();
    // They were wrong, and the company has no key for repeats: the decision is theirs, and in the audit log.
    expect(await escrows.refunds(session)).toEqual(['30000', '30000']);
    const [entry] = await platform.sql<{ after: object }>(
      `SELECT after FROM audit_log WHERE subject = $1 AND action = 'unapplied.refund'`,
      [id],
    );
    expect(entry!.after).toMatchObject({ not_sent: true });
  });

  it('is settled in full after its repeat is refused', async () => {
    const { uuid, session } = await escrows.paidByCard(shop);
    await escrows.call(desk.key, 'cancel', { uuid });
    await loseRefundAnswer();
    const attempt = await escrows.attemptOf(session);
    expect(attempt).toMatchObject({ status: 'unapplied', stopped: true });
    expect(attempt.failure).toMatch(/exceeds what is left.*An earlier request went unanswered/);
    const id = attempt.id as string;
    expect((await decide('refund', id)).status).toBe(409);
    const refund_id = randomUUID();
    expect((await settle(id, refund_id)).status).toBe(200);
    await platform.runJobs();
    expect(await escrows.refunds(session)).toEqual(['101500']);
    expect(await escrows.serviceMoves(uuid, session.session_id)).toEqual({});
    expect(await refundNotices(session)).toEqual(ONCE_TO_AN_ESCROW(refund_id));
  });

  it('is not credited to the merchant either, unless staff say that it has not gone', async () => {
    const { id } = await shortPayment();
    expect((await decide('refund', id)).status).toBe(200);
    await loseRefundAnswer();
    expect((await decide('apply', id)).body.error_code).toBe('INVALID_STATE');
    expect((await decide('apply', id, { not_sent: true })).status).toBe(200);
    expect((await settle(id)).body.error_code).toBe('INVALID_STATE');
  });
});

describe('a refund that is settled', () => {
  it('may be made by hand, without a request to the company; the buyer is notified', async () => {
    const { session, id } = await shortPayment();
    expect((await settle(id, 'bank transfer 4711')).status).toBe(200);
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    expect(await escrows.refunds(session)).toEqual([]);
    expect(await refundNotices(session)).toEqual({
      refunds: ['bank transfer 4711'],
      mails: ['refund.receipt'],
    });
    expect(await escrows.serviceMoves(session.session_id)).toEqual({});
  });

  it('is settled once, however many settle and refund it at once', async () => {
    const { session, id } = await shortPayment();
    const by = await platform.staff('finance');
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => settle(id, undefined, by)),
      decide('refund', id, {}, by),
    ]);
    const settled = answers.filter(({ body }) => body.status === 'refunded');
    expect(settled).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThanOrEqual(3);
    await platform.runJobs();
    expect([(await refundNotices(session)).refunds.length, await escrows.refunds(session)]).toEqual([1, []]);
    expect(await escrows.serviceMoves(session.session_id)).toEqual({});
  });

  it('is either settled or sent where the job sends it at that moment, and booked once', async () => {
    const by = await platform.staff('finance');
    for (let i = 0; i < 6; i++) {
      const { session, id } = await shortPayment();
      await decide('refund', id, {}, by);
      const [answer] = await Promise.all([settle(id, undefined, by), platform.runJobs(), platform.runJobs()]);
      await platform.runJobs();
      expect((await refundNotices(session)).refunds).toHaveLength(1);
      expect(await escrows.refunds(session)).toEqual(answer.status === 200 ? [] : ['249950']);
      expect(await escrows.serviceMoves(session.session_id)).toEqual({});
    }
  });

  it('is refused while the company is being asked, and accepted once no answer can come', async () => {
    const { session, id } = await shortPayment();
    await decide('refund', id);
    expect(
      await platform.inside('scheduler', Commands).execute(new ClaimRefund(await desk.refundOf(id))),
    ).not.toBeNull();
    const early = await settle(id);
    expect([early.status, early.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect((await desk.listed(id))!.status).toBe('refunding');
    platform.clock.advance({ minutes: 10 });
    expect((await settle(id)).status).toBe(200);
    await platform.runJobs();
    expect([await escrows.refunds(session), (await refundNotices(session)).refunds.length]).toEqual([[], 1]);
  });

  it('takes a reference of its own: one of another refund, sent or settled, is refused', async () => {
    const [sent, first, second] = [await shortPayment(), await shortPayment(), await shortPayment()];
    await decide('refund', sent.id);
    await platform.runJobs();
    const [sentReference] = (await refundNotices(sent.session)).refunds;
    expect((await settle(first.id, 'R-77')).status).toBe(200);
    for (const taken of [sentReference!, 'R-77']) {
      const refused = await settle(second.id, taken);
      expect([refused.status, refused.body.error_code]).toEqual([409, 'INVALID_STATE']);
    }
    expect((await settle(second.id, 'R-78')).status).toBe(200);
  });

  it('answers a repeated key as before, and is finance’s alone', async () => {
    const { id } = await shortPayment();
    const path = 'admin.php?section=unapplied&action=settle';
    const body = { id, refund_id: 'R-99', reason: 'Sent by hand' };
    for (const { token } of [await platform.staff('support'), await platform.signUp()])
      expect((await platform.post('business', path, body, { token })).status).toBe(403);
    const { token } = await platform.staff('finance');
    expect((await platform.post('business', path, { ...body, refund_id: '' }, { token })).status).toBe(400);
    const once = { token, idempotencyKey: randomUUID() };
    const [one, again] = [
      await platform.post('business', path, body, once),
      await platform.post('business', path, body, once),
    ];
    expect([one.status, again.text]).toEqual([200, one.text]);
    expect((await settle(id)).body.error_code).toBe('INVALID_STATE');
    expect((await settle(randomUUID())).status).toBe(404);
  });
});
