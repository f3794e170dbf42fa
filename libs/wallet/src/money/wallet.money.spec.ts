import { Money } from '@app/kernel';
import * as fc from 'fast-check';
import {
  effect,
  ngn,
  shown,
  someExchange,
  someMoney,
  testBookings,
  usd,
} from '../../../../test/support/bookings';
import * as file from './wallet.money';
import { FundsTransferred, OpeningBalanceGranted } from './wallet.money';

const SENDER = '00000000-0000-7000-8000-000000000001';
const RECIPIENT = '00000000-0000-7000-8000-000000000002';
const TRANSACTION = '00000000-0000-7000-8000-00000000000a';

function transfer(
  sent: Money,
  received: Money,
  fee: Money,
  requestId: string | null = null,
): FundsTransferred {
  return new FundsTransferred(SENDER, SENDER, 'live', {
    transactionId: TRANSACTION,
    sent,
    received,
    fee,
    note: 'Rent',
    requestId,
    sender: { ownerId: 'owner-1', accountId: SENDER, usertag: 'ada' },
    recipient: { ownerId: 'owner-2', accountId: RECIPIENT, usertag: 'ben' },
  });
}

function opening(amount: Money): OpeningBalanceGranted {
  return new OpeningBalanceGranted(RECIPIENT, 'owner', 'live', { accountId: RECIPIENT, amount });
}

describe('The bookings of a wallet', () => {
  testBookings(file, {
    FundsTransferred: fc
      .tuple(someExchange, fc.bigInt(0n, 10n ** 12n), fc.constantFrom(null, '7'))
      .map(([[sent, received], fee, requestId]) =>
        transfer(sent, received, new Money(fee, sent.currency), requestId),
      ),
    OpeningBalanceGranted: someMoney.map(opening),
  });

  it('a transfer takes amount and fee from the sender, and the fee is revenue', () => {
    expect(effect(transfer(ngn(100_000n), ngn(100_000n), ngn(100n)))).toEqual({
      [SENDER]: -100_100n,
      [RECIPIENT]: 100_000n,
      'transfer-fees NGN': 100n,
    });
  });

  it('a transfer between currencies goes through the pool of each', () => {
    expect(effect(transfer(usd(1000n), ngn(1_452_800n), usd(1n)))).toEqual({
      [SENDER]: -1001n,
      'fx-pool USD': 1000n,
      'fx-pool NGN': -1_452_800n,
      [RECIPIENT]: 1_452_800n,
      'transfer-fees USD': 1n,
    });
  });

  it('a transfer has one id for both sides, each with the other as its counterparty', () => {
    const booking = transfer(ngn(500n), ngn(500n), ngn(1n)).booking();
    expect(booking).toMatchObject({
      id: TRANSACTION,
      type: 'transfer',
      reference: TRANSACTION,
      description: 'Rent',
    });
    expect(booking.legs.slice(0, 2).map(({ counterpartyId }) => counterpartyId)).toEqual([
      'owner-2',
      'owner-1',
    ]);
  });

  it('demo funds come from their own account, once', () => {
    const event = opening(ngn(900n));
    const booking = event.booking();
    expect(effect(event)).toEqual({ 'opening-balances NGN': -900n, [RECIPIENT]: 900n });
    expect(booking.once).toBe(`opening ${RECIPIENT}`);
  });

  describe('the line in a history', () => {
    it('shows a transfer with both tags and what arrived', () => {
      expect(shown(transfer(usd(1000n), ngn(1_452_800n), usd(1n)))).toEqual({
        id: TRANSACTION,
        type: 'transfer',
        reference: TRANSACTION,
        description: 'Rent',
        related: { type: 'transfer', id: TRANSACTION },
        metadata: { from: 'ada', to: 'ben', received: '14528.00', received_currency: 'NGN' },
      });
    });

    it('shows a transfer that belongs to the request it pays, once', () => {
      const sent = transfer(ngn(500n), ngn(500n), ngn(1n), '7');
      expect(shown(sent)).toEqual({
        ...shown(transfer(ngn(500n), ngn(500n), ngn(1n))),
        related: { type: 'payment_request', id: '7' },
        once: 'payment-request 7',
      });
    });

    it('shows an adjustment where demo funds were given', () => {
      expect(shown(opening(ngn(1n)))).toEqual({
        type: 'adjustment',
        description: 'Demo funds',
        related: { type: 'wallet', id: RECIPIENT },
        once: `opening ${RECIPIENT}`,
      });
    });
  });
});
