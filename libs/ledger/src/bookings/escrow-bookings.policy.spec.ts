import { serviceAccountId, SERVICE_ACCOUNTS } from '@app/database';
import { CURRENCIES, Money } from '@app/kernel';
import { bookingOf } from './chart-of-accounts';
import { escrowLock, escrowSettlement } from './escrow-bookings.policy';
import { ESCROW, FREE, funded, LOCKED, PAID_OUT, settlement, terms } from './escrow-events.samples';
import {
  EscrowCancelled,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
} from '../money/escrow-money.events';

const ngn = (minor: bigint) => new Money(minor, 'NGN');
const usd = (minor: bigint) => new Money(minor, 'USD');
const [AMOUNT, FEE, NOTHING] = [ngn(10_000n), ngn(150n), ngn(0n)];

const NAMES = new Map(
  CURRENCIES.flatMap((code) =>
    SERVICE_ACCOUNTS.map((name) => [serviceAccountId(name, code), `${name} ${code}`]),
  ),
);

/** The change of each account, in smallest units. */
function effect(booking: ReturnType<typeof escrowLock>): Record<string, bigint> {
  const legs = booking!.legs.filter(({ amount }) => !amount.isZero);
  return Object.fromEntries(
    legs.map(({ accountId, amount }) => [NAMES.get(accountId) ?? accountId, amount.minor]),
  );
}

const released = (given: EscrowSettlement, mode: 'live' | 'test' = 'live') =>
  new EscrowReleased(ESCROW, 'ben-id', mode, {
    ...terms(AMOUNT, FEE),
    status: 'released',
    settlement: given,
  });
const cancelled = (given: EscrowSettlement) =>
  new EscrowCancelled(ESCROW, 'ben-id', 'live', {
    ...terms(AMOUNT, FEE),
    status: 'refunded',
    settlement: given,
  });

/** A settlement by staff, with this amount for the beneficiary. */
const resolved = (toBeneficiary: Money) =>
  new EscrowResolved(ESCROW, 'ben-id', 'live', {
    ...terms(AMOUNT, FEE),
    status: 'resolved_split',
    disputeId: ESCROW,
    resolution: 'split',
    settlement: settlement(AMOUNT, FEE, toBeneficiary),
  });

/** A hold on the merchant's locked account, paid by a checkout session, with a separate fee. */
const ofCheckout = (toBeneficiary: Money, initiator: Partial<EscrowSettlement['initiator']> = {}) => {
  const given = settlement(AMOUNT, FEE, toBeneficiary);
  return {
    ...given,
    hold: { accountId: LOCKED, ownerId: 'ben-id', amount: AMOUNT },
    feeApart: FEE,
    initiator: { ...given.initiator, ...initiator },
  };
};

describe('the bookings of an escrow', () => {
  it('lock amount and fee of the available balance', () => {
    const booking = escrowLock(funded(AMOUNT, FEE))!;
    expect(effect(booking)).toEqual({ [FREE]: -10_150n, [LOCKED]: 10_150n });
    expect(booking).toMatchObject({
      type: 'escrow_lock',
      amount: AMOUNT,
      fee: FEE,
      reference: ESCROW,
      description: 'A bicycle',
      related: { type: 'escrow', id: ESCROW },
      once: `escrow-lock ${ESCROW}`,
    });
    expect(booking.legs.map(({ counterpartyId }) => counterpartyId)).toEqual(['ben-id', 'ada-id']);
  });

  it('lock nothing for a session, whose payment has its own booking, and nothing in test mode', () => {
    const paid = funded(AMOUNT, FEE);
    Object.assign(paid.data, { lock: null });
    expect([escrowLock(paid), escrowLock(funded(AMOUNT, FEE, 'test'))]).toEqual([null, null]);
  });

  it('release the amount to the beneficiary, and the fee becomes revenue', () => {
    const booking = escrowSettlement(released(settlement(AMOUNT, FEE, AMOUNT)))!;
    expect(effect(booking)).toEqual({ [LOCKED]: -10_150n, [PAID_OUT]: 10_000n, 'escrow-fees NGN': 150n });
    expect(booking).toMatchObject({
      type: 'escrow_release',
      amount: AMOUNT,
      fee: FEE,
      once: `escrow-settled ${ESCROW}`,
      reference: ESCROW,
      description: 'A bicycle',
      related: { type: 'escrow', id: ESCROW },
    });
    // The hold, the fee on two accounts and the beneficiary; no leg for the initiator.
    expect(booking.legs).toHaveLength(4);
    const [held, , , paid] = booking.legs;
    expect([held!.counterpartyId, paid!.counterpartyId]).toEqual(['ben-id', 'ada-id']);
  });

  it('return amount and fee when it is cancelled', () => {
    const booking = escrowSettlement(cancelled(settlement(AMOUNT, FEE, NOTHING)))!;
    expect(effect(booking)).toEqual({ [LOCKED]: -10_150n, [FREE]: 10_150n });
    expect(booking).toMatchObject({ type: 'escrow_refund', amount: ngn(10_150n), fee: NOTHING });
  });

  it('release what a session paid: from the merchant’s locked account and the separate fee', () => {
    const booking = escrowSettlement(released(ofCheckout(AMOUNT)))!;
    expect(effect(booking)).toEqual({
      [LOCKED]: -10_000n,
      [PAID_OUT]: 10_000n,
      'escrow-fees-held NGN': -150n,
      'escrow-fees NGN': 150n,
    });
    expect(booking.legs[0]!.counterpartyId).toBe('ada-id');
  });

  it('book as unapplied what a gateway has to return, in the currency it was paid in', () => {
    const way = { returned: usd(700n), way: { through: 'gateway' as const } };
    expect(effect(escrowSettlement(cancelled(ofCheckout(NOTHING, way))))).toEqual({
      [LOCKED]: -10_000n,
      'escrow-fees-held NGN': -150n,
      'fx-pool NGN': 10_150n,
      'fx-pool USD': -700n,
      'unapplied USD': 700n,
    });
  });

  it('split the amount and keep the fee', () => {
    const booking = escrowSettlement(resolved(ngn(4000n)))!;
    expect(effect(booking)).toEqual({
      [LOCKED]: -10_150n,
      [PAID_OUT]: 4000n,
      [FREE]: 6000n,
      'escrow-fees NGN': 150n,
    });
    expect(booking).toMatchObject({ type: 'escrow_release', amount: AMOUNT, fee: FEE });
  });

  it.each([
    ['funded', funded(AMOUNT, FEE), `escrow-lock ${ESCROW}`],
    ['released', released(settlement(AMOUNT, FEE, AMOUNT)), `escrow-settled ${ESCROW}`],
    ['cancelled', cancelled(settlement(AMOUNT, FEE, NOTHING)), `escrow-settled ${ESCROW}`],
    ['resolved', resolved(ngn(4000n)), `escrow-settled ${ESCROW}`],
  ])('are what the chart of accounts answers of one that was %s', (_, event, once) =>
    expect(bookingOf(event)).toMatchObject({ once }),
  );

  it('are none in test mode', () => {
    expect(escrowSettlement(released(settlement(AMOUNT, FEE, AMOUNT), 'test'))).toBeNull();
    const withoutHold = {
      ...settlement(AMOUNT, FEE, AMOUNT),
      hold: { accountId: null, ownerId: 'x', amount: AMOUNT },
    };
    expect(escrowSettlement(released(withoutHold))).toBeNull();
  });
});
