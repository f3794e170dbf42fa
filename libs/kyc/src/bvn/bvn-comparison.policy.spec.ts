import { inspect } from 'node:util';
import { Bvn, type BvnRecord } from './bvn';
import { compareBvnRecord } from './bvn-comparison.policy';

const record: BvnRecord = {
  bvn: null,
  firstName: 'ADA',
  middleName: 'NGOZI',
  lastName: 'OKAFOR',
  dateOfBirth: '1990-01-31',
  isWatchListed: false,
};
const claim = { firstName: 'Ada', lastName: 'Okafor', dateOfBirth: '1990-01-31' as string | null };

describe('a record of the BVN registry', () => {
  it.each([
    ['of the person', {}, {}, { kind: 'match' }],
    ['without a birth date of ours', { dateOfBirth: null }, {}, { kind: 'match' }],
    ['without a birth date of theirs', {}, { dateOfBirth: null }, { kind: 'match' }],
    ['with another birth date', { dateOfBirth: '1990-01-30' }, {}, { kind: 'mismatch', why: 'birth-date' }],
    ['with another name', { lastName: 'Eze' }, {}, { kind: 'mismatch', why: 'names' }],
    ['with a name that is nearly the same', { lastName: 'Okafur' }, {}, { kind: 'review', why: 'names' }],
    [
      'with a name that is nearly the same and another birth date',
      { lastName: 'Okafur', dateOfBirth: '1990-01-30' },
      {},
      { kind: 'mismatch', why: 'birth-date' },
    ],
    ['of a watch-listed person', {}, { isWatchListed: true }, { kind: 'review', why: 'watch-list' }],
  ])('a record %s gets its verdict', (_, ours, theirs, expected) => {
    expect(compareBvnRecord({ ...claim, ...ours }, { ...record, ...theirs })).toEqual(expected);
  });
});

it('a BVN prints no digit of its number', () => {
  const bvn = new Bvn('22123456789');
  const printed = [inspect({ bvn }), JSON.stringify({ bvn }), `${bvn}`, Object.values(bvn).join()].join();
  expect(printed).not.toMatch(/\d/);
});
