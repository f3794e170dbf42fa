import { Rate } from '@app/kernel';
import { assertPlausible } from './rate-change.policy';

describe('A rate that staff set', () => {
  const set = (rate: string, known: string | null) => () =>
    assertPlausible(Rate.parse(rate), known === null ? null : Rate.parse(known));

  it.each([
    ['1500', '1500'],
    ['15000', '1500'],
    ['150000', '1500'],
    ['15', '1500'],
    // Near parity both directions look alike.
    ['0.87', '1.15'],
    ['1000000', null],
    ['0.000001', null],
  ])('can be meant as %s where %s is known', (rate, known) => expect(set(rate, known)).not.toThrow());

  it.each([
    ['150000.01', '1500', 'more than 100 times'],
    ['14.99', '1500', 'more than 100 times'],
    ['0.00066', '1500', 'other direction'],
    ['1500', '0.00066', 'other direction'],
    ['0.5', '2', 'other direction'],
    ['1000000.000001', null, 'from 0.000001 to 1000000'],
    ['0.000000999', null, 'from 0.000001 to 1000000'],
  ])('is a mistake as %s where %s is known', (rate, known, message) =>
    expect(set(rate, known)).toThrow(message),
  );
});
