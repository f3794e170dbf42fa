import { type Currency, Money } from '@app/kernel';
import { Work } from '../work/work';
import { fundsRefusalOf } from './refusals';

function workOf(...amounts: [minor: bigint, fee: bigint, currency?: Currency][]): Work {
  const work = new Work();
  for (const [minor, fee, currency = 'NGN'] of amounts) {
    work.journals.push({
      ...{ id: 'j', eventId: 'e', type: 'transfer', legs: [], related: { type: 'transfer', id: 'j' } },
      ...{ amount: new Money(minor, currency), fee: new Money(fee, currency) },
    });
  }
  return work;
}

describe('a refusal for lack of funds', () => {
  it.each([
    ['one booking', workOf([10_000n, 0n]), 'Insufficient balance: 100.00 NGN needed.'],
    [
      'its fee',
      workOf([10_000n, 10n]),
      'Insufficient balance: 100.10 NGN needed, including a fee of 0.10 NGN.',
    ],
    [
      'all bookings of the unit together',
      workOf([10_000n, 0n], [20_000n, 0n], [1n, 0n]),
      'Insufficient balance: 300.01 NGN needed.',
    ],
    [
      'no other currency',
      workOf([10_000n, 0n], [500n, 0n, 'USD']),
      'Insufficient balance: 100.00 NGN needed.',
    ],
    ['nothing where nothing is known', workOf(), 'Insufficient balance.'],
  ])('says %s', (_, work, message) => {
    expect(fundsRefusalOf(work)).toMatchObject({ message, code: 'INSUFFICIENT_FUNDS', decidedOnState: true });
  });
});
