import { serviceAccountId } from '@app/database';
import type { Money } from '@app/kernel';
import { effect, ngn, shown, someExchange, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './reversal.money';

const SENDER = '00000000-0000-7000-8000-000000000001';
const RECIPIENT = '00000000-0000-7000-8000-000000000002';
const REVERSAL = '00000000-0000-7000-8000-00000000000b';
const TRANSACTION = '00000000-0000-7000-8000-00000000000a';

/** The reversal of a transfer with a fee of its amount. */
function reversed(sent: Money, received: Money): file.JournalReversed {
  const [spent, bought] = [
    serviceAccountId('fx-pool', sent.currency),
    serviceAccountId('fx-pool', received.currency),
  ];
  return new file.JournalReversed(TRANSACTION, 'owner', 'live', {
    reversalId: REVERSAL,
    journalId: TRANSACTION,
    amount: received,
    legs: [
      { accountId: SENDER, amount: sent.plus(sent).negated(), counterpartyId: 'owner-2' },
      ...(spent === bought
        ? []
        : [
            { accountId: spent, amount: sent, counterpartyId: null },
            { accountId: bought, amount: received.negated(), counterpartyId: null },
          ]),
      { accountId: RECIPIENT, amount: received, counterpartyId: 'owner-1' },
      { accountId: serviceAccountId('transfer-fees', sent.currency), amount: sent, counterpartyId: null },
    ],
  });
}

describe('The booking of a reversal', () => {
  testBookings(file, { JournalReversed: someExchange.map(([sent, received]) => reversed(sent, received)) });

  it('returns everything, fee and conversion included, once', () => {
    const event = reversed(usd(1000n), ngn(1_452_800n));
    expect(effect(event)).toEqual({
      [SENDER]: 2000n,
      'fx-pool USD': -1000n,
      'fx-pool NGN': 1_452_800n,
      [RECIPIENT]: -1_452_800n,
      'transfer-fees USD': -1000n,
    });
    expect(event.booking()).toMatchObject({ amount: ngn(1_452_800n), fee: ngn(0n) });
    expect(event.booking().legs.map(({ counterpartyId }) => counterpartyId)).toEqual([
      'owner-2',
      undefined,
      undefined,
      'owner-1',
      undefined,
    ]);
  });

  it('is shown in a history as a reversal of another journal', () => {
    expect(shown(reversed(ngn(1n), ngn(1n)))).toEqual({
      id: REVERSAL,
      type: 'reversal',
      reference: TRANSACTION,
      description: 'Reversal',
      related: { type: 'journal', id: TRANSACTION },
      once: `reversal ${TRANSACTION}`,
    });
  });
});
