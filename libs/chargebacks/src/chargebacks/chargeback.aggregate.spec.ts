import { addSeconds, Money } from '@app/kernel';
import { ngn } from '../../../../test/support/bookings';
import { Chargeback } from './chargeback.aggregate';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const LATER = addSeconds(NOW, 3600);

function chargeback(
  given: { owed?: Money; respondBy?: Date | null; mode?: 'live' | 'test' } = {},
): Chargeback {
  const { owed = ngn(0n), respondBy = addSeconds(NOW, 48 * 3600), mode = 'live' } = given;
  const payment = {
    ownerId: 'owner',
    appId: 'app',
    mode,
    paymentId: 'payment',
    sessionId: 'cs_live_1',
    invoiceId: null,
    depositRef: null,
    gatewayTransactionId: '1',
    face: ngn(1000n),
    charged: ngn(1000n),
    held: null,
  };
  const money = { claimed: ngn(1000n), charge: ngn(1000n), face: ngn(1000n), debited: ngn(1000n), owed };
  const made = new Chargeback(
    {
      payment,
      gateway: 'simulator',
      providerId: '7001',
      stage: 1,
      ...money,
      accountId: mode === 'live' ? 'account' : null,
      escrowId: null,
      paid: ngn(1000n),
      reason: null,
      respondBy,
    },
    NOW,
  );
  made.uncommit();
  return made;
}
const recorded = (of: Chargeback) =>
  of.getUncommittedEvents().map((event) => (event.constructor as unknown as { type: string }).type);

describe('A chargeback', () => {
  it('takes one answer before respond_by, which is due to be sent at once', () => {
    const contested = chargeback();
    contested.respond('contest', 'Delivered', LATER);
    expect(contested).toMatchObject({ status: 'contested', sendAt: LATER, decision: 'contest' });
    expect(recorded(contested)).toEqual(['chargeback.responded']);
    expect(() => contested.respond('accept', null, LATER)).toThrow('only an opened one');
    const late = chargeback({ respondBy: LATER });
    expect(() => late.respond('contest', 'Delivered', LATER)).toThrow('took answers');
    expect(late.status).toBe('opened');
  });

  it('is lost when it is accepted, and then nothing changes it', () => {
    const accepted = chargeback();
    accepted.respond('accept', null, LATER);
    expect(accepted).toMatchObject({ status: 'accepted', endedAt: LATER, askAt: null });
    expect(recorded(accepted)).toEqual(['chargeback.responded', 'chargeback.lost']);
    for (const step of [
      () => accepted.win(LATER),
      () => accepted.lose(LATER),
      () => accepted.reopen(2, null),
    ])
      expect(step).toThrow('accepted');
  });

  it('sends nothing to a company in test mode', () => {
    const test = chargeback({ mode: 'test' });
    test.respond('contest', 'Delivered', LATER);
    expect(test).toMatchObject({ status: 'contested', sendAt: null, askAt: null });
  });

  it('keeps what it has taken where it is raised again, and takes another answer', () => {
    const again = chargeback({ owed: ngn(300n) });
    again.respond('contest', 'Delivered', LATER);
    again.uncommit();
    again.reopen(2, null);
    expect(again).toMatchObject({ status: 'opened', stage: 2, decision: null, owedMinor: 300n });
    expect(again.getUncommittedEvents()).toMatchObject([{ data: { isAgain: true } }]);
    again.respond('contest', 'Delivered', LATER);
    expect(again.status).toBe('contested');
  });

  it('is owed no more once it is won', () => {
    const won = chargeback({ owed: ngn(300n) });
    won.win(LATER);
    expect(won).toMatchObject({ status: 'won', owedMinor: 0n });
    expect(won.getUncommittedEvents()).toMatchObject([{ data: { owed: ngn(300n) } }]);
  });

  it('falls with each collection until nothing is owed, also after it was lost', () => {
    const owing = chargeback({ owed: ngn(300n) });
    owing.collect(ngn(100n));
    owing.lose(LATER);
    owing.collect(ngn(200n));
    expect(owing.owedMinor).toBe(0n);
    expect(() => owing.writeOff()).toThrow('Nothing is owed');
  });

  it('is written off once, and what was written off is no part of what comes back', () => {
    const given = chargeback({ owed: ngn(300n) });
    expect(given.writeOff()).toEqual(ngn(300n));
    given.uncommit();
    given.win(LATER);
    expect(given.getUncommittedEvents()).toMatchObject([{ data: { owed: ngn(0n), writtenOff: ngn(300n) } }]);
  });

  it('is claimed by one process at a time for sending its answer', () => {
    const contested = chargeback();
    expect(contested.claimAnswer(LATER)).toBe(false);
    contested.respond('contest', 'Delivered', LATER);
    expect(contested.claimAnswer(LATER)).toBe(true);
    expect(contested.claimAnswer(LATER)).toBe(false);
    expect(contested.claimAnswer(addSeconds(LATER, 300))).toBe(true);
    expect(contested.tries).toBe(2);
    contested.answerSent();
    expect(contested.claimAnswer(addSeconds(LATER, 900))).toBe(false);
  });

  it('is asked about every quarter of an hour, and daily for 120 days once it is won', () => {
    const won = chargeback();
    won.asked(LATER);
    expect(won.askAt).toEqual(addSeconds(LATER, 900));
    won.win(LATER);
    won.asked(LATER);
    expect(won.askAt).toEqual(addSeconds(LATER, 86_400));
    won.asked(addSeconds(LATER, 121 * 86_400));
    expect(won.askAt).toBeNull();
  });
});
