import { Money } from '@app/kernel';
import { effect, ngn, shown, someExchange, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './refund.money';
import {
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundReturned,
  type RefundTerms,
} from './refund.money';

const MERCHANT = '00000000-0000-7000-8000-000000000001';
const PAYER = '00000000-0000-7000-8000-000000000002';

function terms(debited: Money, charge: Money, given: Partial<RefundTerms> = {}): RefundTerms {
  return {
    refundId: 'rf_live_1',
    sessionId: 'cs_live_1',
    invoiceId: null,
    appId: 'app',
    face: debited,
    charge,
    debited,
    method: 'card',
    rail: 'provider',
    gateway: 'simulator',
    destination: null,
    paidFrom: null,
    accountId: MERCHANT,
    payer: null,
    customerEmail: null,
    reason: null,
    refundRef: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    ...given,
  };
}
const endedAt = '2026-11-22T00:00:00.000Z';
const created = (given: RefundTerms) =>
  new RefundCreated('refund', 'owner', 'live', { ...given, status: 'pending' });
const completed = (given: RefundTerms, providerFee: Money | null = null) =>
  new RefundCompleted('refund', 'owner', 'live', { ...given, status: 'completed', endedAt, providerFee });
const failed = (given: RefundTerms) =>
  new RefundFailed('refund', 'owner', 'live', { ...given, status: 'failed', endedAt, failure: 'Refused' });
const returned = (given: RefundTerms) =>
  new RefundReturned('refund', 'owner', 'live', {
    ...given,
    status: 'completed',
    endedAt,
    returnedAt: endedAt,
  });
const fromWallet = { payer: { ownerId: 'buyer', accountId: PAYER }, rail: 'wallet' as const };

describe('The booking of a refund', () => {
  testBookings(file, {
    RefundCreated: someExchange.map(([debited, charge]) => created(terms(debited, charge))),
    RefundCompleted: someExchange.map(([debited, charge]) => completed(terms(debited, charge))),
    RefundFailed: someExchange.map(([debited, charge]) => failed(terms(debited, charge))),
    RefundReturned: someExchange.map(([debited, charge]) => returned(terms(debited, charge))),
  });

  it('takes it from the merchant, keeps it in transit, and gives it to the company that collected the payment', () => {
    const refund = terms(ngn(700n), ngn(700n));
    expect(effect(created(refund))).toEqual({ [MERCHANT]: -700n, 'refunds-in-transit NGN': 700n });
    expect(effect(completed(refund))).toEqual({
      'refunds-in-transit NGN': -700n,
      'card-gateway-clearing NGN': 700n,
    });
    expect(effect(completed({ ...refund, gateway: 'extwallet' }))).toMatchObject({
      'extwallet-clearing NGN': 700n,
    });
  });

  it('gives the merchant exactly what was taken where it fails, whatever the rate is by then', () => {
    const refund = terms(usd(1000n), ngn(1_600_000n));
    const [taken, given] = [effect(created(refund)), effect(failed(refund))];
    expect(taken).toEqual({
      [MERCHANT]: -1000n,
      'fx-pool USD': 1000n,
      'fx-pool NGN': -1_600_000n,
      'refunds-in-transit NGN': 1_600_000n,
    });
    for (const [account, amount] of Object.entries(taken)) expect(given[account]).toBe(-amount);
  });

  it('gives the merchant what came back to the company', () => {
    expect(effect(returned(terms(ngn(700n), ngn(700n))))).toEqual({
      'card-gateway-clearing NGN': -700n,
      [MERCHANT]: 700n,
    });
  });

  it('pays an account from the float of payouts, with the fee of the provider as a cost', () => {
    const refund = terms(ngn(700n), ngn(700n), { rail: 'account', paidFrom: 'bank-payout-float' });
    expect(effect(completed(refund))).toEqual({
      'refunds-in-transit NGN': -700n,
      'bank-payout-float NGN': 700n,
    });
    const { legs } = completed(refund, ngn(11n)).booking()!;
    expect(legs.map(({ amount }) => amount.minor)).toEqual([-700n, 700n, 11n, -11n]);
    expect(legs[1]!.accountId).toBe(legs[2]!.accountId);
    expect(effect(returned(refund))).toEqual({ 'bank-payout-float NGN': -700n, [MERCHANT]: 700n });
  });

  it('moves it from wallet to wallet at once where a wallet paid', () => {
    const refund = terms(ngn(700n), ngn(700n), fromWallet);
    expect(effect(created(refund))).toEqual({ [MERCHANT]: -700n, [PAYER]: 700n });
    expect(completed(refund).booking()).toBeNull();
    expect(
      created(refund)
        .booking()!
        .legs.filter(({ counterpartyId }) => counterpartyId),
    ).toMatchObject([
      { accountId: MERCHANT, counterpartyId: 'buyer' },
      { accountId: PAYER, counterpartyId: 'owner' },
    ]);
  });

  it('is shown by the session or the invoice that was paid', () => {
    const related = { type: 'refund', id: 'rf_live_1' };
    const refund = terms(ngn(1n), ngn(1n), { reason: 'Sold out' });
    expect(shown(created(refund))).toEqual({
      type: 'refund',
      reference: 'cs_live_1',
      description: 'Sold out',
      related,
      once: 'refund rf_live_1',
    });
    const ofInvoice = { ...refund, sessionId: null, invoiceId: 'inv_live_1' };
    expect(shown(failed(ofInvoice))).toMatchObject({
      type: 'refund',
      reference: 'inv_live_1',
      once: 'refund-failed rf_live_1',
    });
    expect(shown(completed(refund))).toMatchObject({
      type: 'refund_completed',
      once: 'refund-completed rf_live_1',
    });
  });

  it('is nothing in test mode', () => {
    const refund = terms(ngn(1n), ngn(1n), { accountId: null });
    for (const event of [created(refund), completed(refund), failed(refund), returned(refund)])
      expect(event.booking()).toBeNull();
  });
});
