import { Money } from '@app/kernel';
import { effect, ngn, shown, someExchange, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './chargeback.money';
import {
  ChargebackCollected,
  ChargebackExtended,
  ChargebackLost,
  ChargebackOpened,
  type ChargebackTerms,
  ChargebackWon,
  ChargebackWrittenOff,
} from './chargeback.money';

const OWNER = '00000000-0000-7000-8000-000000000001';
const endedAt = '2026-11-22T00:00:00.000Z';

function terms(debited: Money, charge: Money, given: Partial<ChargebackTerms> = {}): ChargebackTerms {
  return {
    chargebackId: 'cb_live_1',
    sessionId: 'cs_live_1',
    invoiceId: null,
    depositRef: null,
    appId: 'app',
    gateway: 'simulator',
    providerId: '7001',
    stage: 1,
    claimed: charge,
    charge,
    face: debited,
    debited,
    owed: Money.zero(debited.currency),
    accountId: OWNER,
    inEscrow: false,
    reason: null,
    respondBy: null,
    openedAt: '2026-11-21T00:00:00.000Z',
    ...given,
  };
}
const owing = ([debited, charge]: readonly [Money, Money]) =>
  terms(debited, charge, { owed: new Money(debited.minor / 3n, debited.currency) });
const opened = (given: ChargebackTerms, isAgain = false) =>
  new ChargebackOpened('id', 'owner', 'live', { ...given, status: 'opened', isAgain });
const collected = (given: ChargebackTerms, amount: Money) =>
  new ChargebackCollected('id', 'owner', 'live', { ...given, amount });
const won = (given: ChargebackTerms, writtenOff = Money.zero(given.debited.currency)) =>
  new ChargebackWon('id', 'owner', 'live', { ...given, status: 'won', writtenOff, endedAt });
const lost = (given: ChargebackTerms) =>
  new ChargebackLost('id', 'owner', 'live', { ...given, status: 'lost', endedAt });
const extended = (given: ChargebackTerms, isHeld = true) =>
  new ChargebackExtended('id', 'owner', 'live', {
    ...given,
    more: given.charge,
    cost: given.debited,
    isHeld,
  });
const writtenOff = (given: ChargebackTerms, amount: Money) =>
  new ChargebackWrittenOff('id', 'owner', 'live', { ...given, amount });

describe('The booking of a chargeback', () => {
  testBookings(file, {
    ChargebackOpened: someExchange.map((amounts) => opened(owing(amounts))),
    ChargebackCollected: someExchange.map(([debited, charge]) => collected(terms(debited, charge), debited)),
    ChargebackWon: someExchange.map((amounts) => won(owing(amounts))),
    ChargebackLost: someExchange.map((amounts) => lost(owing(amounts))),
    ChargebackExtended: someExchange.map((amounts) => extended(terms(...amounts))),
    ChargebackWrittenOff: someExchange.map(([debited, charge]) =>
      writtenOff(terms(debited, charge), debited),
    ),
  });

  it('takes what the balance covers, and the rest is owed', () => {
    expect(effect(opened(terms(ngn(1000n), ngn(1000n), { owed: ngn(300n) })))).toEqual({
      [OWNER]: -700n,
      'chargebacks-owed NGN': -300n,
      'chargebacks-held NGN': 1000n,
    });
  });

  it('is undone exactly where it is won after a part was collected', () => {
    const some = { owed: usd(400n) };
    const taken = effect(opened(terms(usd(1000n), ngn(1_600_000n), some)));
    const later = effect(collected(terms(usd(1000n), ngn(1_600_000n), { owed: usd(150n) }), usd(250n)));
    const back = effect(won(terms(usd(1000n), ngn(1_600_000n), { owed: usd(150n) })));
    for (const account of Object.keys(taken))
      expect([account, taken[account]! + (later[account] ?? 0n) + (back[account] ?? 0n)]).toEqual([
        account,
        0n,
      ]);
    expect(back[OWNER]).toBe(850n);
  });

  it('gives back what was taken, and the loss ends, where it is won after the rest was written off', () => {
    expect(effect(won(terms(ngn(1000n), ngn(1000n)), ngn(300n)))).toEqual({
      'chargebacks-held NGN': -1000n,
      'chargeback-losses NGN': 300n,
      [OWNER]: 700n,
    });
  });

  it('reduces what the company owes where it is lost, and what is beyond the payment is a loss', () => {
    expect(effect(lost(terms(ngn(1000n), ngn(1000n), { claimed: ngn(1500n) })))).toEqual({
      'chargebacks-held NGN': -1000n,
      'chargeback-losses NGN': -500n,
      'card-gateway-clearing NGN': 1500n,
    });
  });

  it('is owed for more where a refund came to nothing, before and after the end', () => {
    const some = terms(ngn(1000n), ngn(1000n));
    expect(effect(extended(some))).toEqual({ 'chargebacks-owed NGN': -1000n, 'chargebacks-held NGN': 1000n });
    expect(effect(extended(some, false))).toEqual({
      'chargebacks-owed NGN': -1000n,
      'chargeback-losses NGN': 1000n,
    });
  });

  it('takes nothing from the owner in test mode, while an escrow holds the money, or where it is raised again', () => {
    const some = terms(ngn(1n), ngn(1n));
    expect(opened({ ...some, accountId: null }).booking()).toBeNull();
    expect(opened({ ...some, inEscrow: true }).booking()).toBeNull();
    expect(opened(some, true).booking()).toBeNull();
    expect(opened(terms(ngn(0n), ngn(0n))).booking()).toBeNull();
    expect(won({ ...some, inEscrow: true }).booking()).toBeNull();
    expect(won({ ...some, accountId: null }).booking()).toBeNull();
    expect(lost({ ...some, accountId: null }).booking()).toBeNull();
  });

  it('is shown in a history with its payment, and each step has a key of its own', () => {
    const some = terms(ngn(1000n), ngn(1000n), { reason: 'Not received' });
    expect(shown(opened(some))).toEqual({
      type: 'chargeback',
      reference: 'cs_live_1',
      description: 'Not received',
      related: { type: 'chargeback', id: 'cb_live_1' },
      once: 'chargeback cb_live_1',
    });
    expect(shown(won(some))).toMatchObject({ type: 'chargeback', once: 'chargeback-ended cb_live_1' });
    expect(shown(lost(some))).toMatchObject({ type: 'chargeback_lost', once: 'chargeback-ended cb_live_1' });
    expect(shown(collected({ ...some, owed: ngn(7n) }, ngn(1n)))).toMatchObject({
      once: 'chargeback-collected cb_live_1 993',
    });
    const ofInvoice = terms(ngn(1n), ngn(1n), { sessionId: null, invoiceId: 'inv_live_1' });
    expect(shown(opened(ofInvoice))).toMatchObject({ reference: 'inv_live_1' });
    const ofDeposit = terms(ngn(1n), ngn(1n), { sessionId: null, depositRef: 'dep_1' });
    expect(shown(opened(ofDeposit))).toMatchObject({ reference: 'dep_1' });
  });
});
