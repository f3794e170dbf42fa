import { CURRENCIES, type Mode, Money } from '@app/kernel';
import * as fc from 'fast-check';
import { effect, ngn, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './escrow.money';
import {
  EscrowCancelled,
  EscrowFunded,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
  EscrowTakenBack,
  type EscrowTerms,
} from './escrow.money';

const ESCROW = '00000000-0000-7000-8000-0000000000e5';
const FREE = '00000000-0000-7000-8000-0000000000f1';
const LOCKED = '00000000-0000-7000-8000-0000000000f2';
const PAID_OUT = '00000000-0000-7000-8000-0000000000f3';
const [AMOUNT, FEE, NOTHING] = [ngn(10_000n), ngn(150n), ngn(0n)];

const terms = (amount: Money, fee: Money): EscrowTerms => ({
  uuid: ESCROW,
  amount,
  fee,
  description: 'A bicycle',
  initiatorId: 'ada-id',
  initiatorEmail: null,
  initiator: 'ada',
  beneficiaryId: 'ben-id',
  beneficiary: 'ben',
  checkoutSessionId: null,
  isTest: false,
});

function funded(amount: Money, fee: Money, mode: Mode = 'live'): EscrowFunded {
  const lock = { accountId: FREE, lockedAccountId: LOCKED };
  return new EscrowFunded(ESCROW, 'ben-id', mode, {
    ...terms(amount, fee),
    status: 'funded',
    condition: null,
    deadlineAt: null,
    lock,
  });
}

/** A hold of amount and fee of which `toBeneficiary` is paid out; if that is zero, the fee is returned too. */
function settlement(
  amount: Money,
  fee: Money,
  toBeneficiary: Money,
  given: Partial<EscrowSettlement> = {},
): EscrowSettlement {
  const isRefund = toBeneficiary.isZero;
  const back = isRefund ? amount.plus(fee) : amount.minus(toBeneficiary);
  return {
    hold: { accountId: LOCKED, ownerId: 'ada-id', amount: amount.plus(fee) },
    feeApart: Money.zero(fee.currency),
    feeEarned: isRefund ? Money.zero(fee.currency) : fee,
    beneficiary: { accountId: isRefund ? null : PAID_OUT, amount: toBeneficiary },
    initiator: { amount: back, returned: back, way: { through: 'wallet', accountId: FREE } },
    ...given,
  };
}

const released = (given: EscrowSettlement, mode: Mode = 'live', [amount, fee] = [AMOUNT, FEE]) =>
  new EscrowReleased(ESCROW, 'ben-id', mode, {
    ...terms(amount, fee),
    status: 'released',
    settlement: given,
  });
const cancelled = (given: EscrowSettlement, [amount, fee] = [AMOUNT, FEE]) =>
  new EscrowCancelled(ESCROW, 'ben-id', 'live', {
    ...terms(amount, fee),
    status: 'refunded',
    settlement: given,
  });

/** Charged back. */
const takenBack = (given: EscrowSettlement, [amount, fee] = [AMOUNT, FEE]) =>
  new EscrowTakenBack(ESCROW, 'ben-id', 'live', {
    ...terms(amount, fee),
    status: 'refunded',
    settlement: given,
  });

/** A settlement by staff. */
const resolved = (given: EscrowSettlement, [amount, fee] = [AMOUNT, FEE]) =>
  new EscrowResolved(ESCROW, 'ben-id', 'live', {
    ...terms(amount, fee),
    status: 'resolved_split',
    disputeId: ESCROW,
    resolution: 'split',
    settlement: given,
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

const someEscrow = fc
  .tuple(fc.bigInt(2n, 10n ** 14n), fc.bigInt(1n, 10n ** 12n), fc.constantFrom(...CURRENCIES))
  .map(([amount, fee, currency]) => [new Money(amount, currency), new Money(fee, currency)] as const);

/** A split of a card payment in naira, with the fee separate from the hold. */
const someSplit = fc.tuple(someEscrow, fc.bigInt(1n, 10n ** 14n)).map(([[amount, fee], naira]) => {
  const part = new Money(amount.minor / 2n, amount.currency);
  const rest = amount.minus(part);
  const returned = amount.currency === 'NGN' ? rest : ngn(naira);
  const given = settlement(amount, fee, part, {
    hold: { accountId: LOCKED, ownerId: 'ben-id', amount },
    feeApart: fee,
    initiator: { amount: rest, returned, way: { through: 'gateway' } },
  });
  return resolved(given, [amount, fee]);
});

describe('The bookings of an escrow', () => {
  testBookings(file, {
    EscrowFunded: someEscrow.map(([amount, fee]) => funded(amount, fee)),
    EscrowReleased: someEscrow.map(([amount, fee]) =>
      released(settlement(amount, fee, amount), 'live', [amount, fee]),
    ),
    EscrowTakenBack: someEscrow.map(([amount, fee]) =>
      takenBack(settlement(amount, fee, Money.zero(amount.currency)), [amount, fee]),
    ),
    EscrowCancelled: someEscrow.map(([amount, fee]) =>
      cancelled(settlement(amount, fee, Money.zero(amount.currency)), [amount, fee]),
    ),
    EscrowResolved: someSplit,
  });

  it('lock amount and fee of the available balance', () => {
    const event = funded(AMOUNT, FEE);
    const booking = event.booking()!;
    expect(effect(event)).toEqual({ [FREE]: -10_150n, [LOCKED]: 10_150n });
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
    expect([paid.booking(), funded(AMOUNT, FEE, 'test').booking()]).toEqual([null, null]);
  });

  it('release the amount to the beneficiary, and the fee becomes revenue', () => {
    const event = released(settlement(AMOUNT, FEE, AMOUNT));
    const booking = event.booking()!;
    expect(effect(event)).toEqual({ [LOCKED]: -10_150n, [PAID_OUT]: 10_000n, 'escrow-fees NGN': 150n });
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

  it('hold amount and fee for the chargeback when the bank of the payer takes them back', () => {
    const way = { returned: usd(700n), way: { through: 'chargeback' as const } };
    expect(effect(takenBack(ofCheckout(NOTHING, way)))).toMatchObject({ 'chargebacks-held USD': 700n });
  });

  it('return amount and fee when it is cancelled', () => {
    const event = cancelled(settlement(AMOUNT, FEE, NOTHING));
    const booking = event.booking()!;
    expect(effect(event)).toEqual({ [LOCKED]: -10_150n, [FREE]: 10_150n });
    expect(booking).toMatchObject({ type: 'escrow_refund', amount: ngn(10_150n), fee: NOTHING });
  });

  it('release what a session paid: from the merchant’s locked account and the separate fee', () => {
    const event = released(ofCheckout(AMOUNT));
    const booking = event.booking()!;
    expect(effect(event)).toEqual({
      [LOCKED]: -10_000n,
      [PAID_OUT]: 10_000n,
      'escrow-fees-held NGN': -150n,
      'escrow-fees NGN': 150n,
    });
    expect(booking.legs[0]!.counterpartyId).toBe('ada-id');
  });

  it('book as unapplied what a gateway has to return, in the currency it was paid in', () => {
    const way = { returned: usd(700n), way: { through: 'gateway' as const } };
    expect(effect(cancelled(ofCheckout(NOTHING, way)))).toEqual({
      [LOCKED]: -10_000n,
      'escrow-fees-held NGN': -150n,
      'fx-pool NGN': 10_150n,
      'fx-pool USD': -700n,
      'unapplied USD': 700n,
    });
  });

  it('split the amount and keep the fee', () => {
    const event = resolved(settlement(AMOUNT, FEE, ngn(4000n)));
    const booking = event.booking()!;
    expect(effect(event)).toEqual({
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
    ['resolved', resolved(settlement(AMOUNT, FEE, ngn(4000n))), `escrow-settled ${ESCROW}`],
  ])('have a natural key if the escrow was %s', (_, event, once) =>
    expect(event.booking()).toMatchObject({ once }),
  );

  it('do not exist in test mode', () => {
    expect(released(settlement(AMOUNT, FEE, AMOUNT), 'test').booking()).toBeNull();
    const withoutHold = {
      ...settlement(AMOUNT, FEE, AMOUNT),
      hold: { accountId: null, ownerId: 'x', amount: AMOUNT },
    };
    expect(released(withoutHold).booking()).toBeNull();
  });
});
