import { Money } from '@app/kernel';
import { differenceOf } from './float-comparison.policy';

const ngn = (minor: number) => new Money(BigInt(minor), 'NGN');

describe('The comparison of a float', () => {
  it.each([
    [1000, 300, 1000, 0],
    [1000, 300, 850, 0],
    [1000, 300, 700, 0],
    [1000, 300, 1001, 1],
    [1000, 300, 699, -1],
    [-50, 0, 0, 50],
  ])('finds for %i booked and %i under way a balance of %i off by %i', (booked, underWay, reported, off) => {
    const compared = { booked: ngn(booked), underWay: ngn(underWay), reported: ngn(reported) };
    expect(differenceOf(compared)).toEqual(ngn(off));
  });
});
