import { mayBegin, PLACES } from './places.policy';

describe('places of deliveries', () => {
  it.each(['live', 'test'] as const)('are enough in %s mode for several accounts at their share', (mode) => {
    const { total, share, failing, few } = PLACES[mode];
    expect(share * 8).toBeLessThanOrEqual(total);
    expect([failing < share, few <= failing]).toEqual([true, true]);
  });

  it('let an account use its share and no more', () => {
    expect([mayBegin('test', 15, 15), mayBegin('test', 16, 16)]).toEqual([true, false]);
    expect([mayBegin('live', 63, 63), mayBegin('live', 64, 64)]).toEqual([true, false]);
  });

  it('keep the last quarter for accounts that use few, and end at the total', () => {
    expect([mayBegin('test', 2, 95), mayBegin('test', 2, 96)]).toEqual([true, false]);
    expect([mayBegin('test', 1, 96), mayBegin('test', 1, 127), mayBegin('test', 0, 128)]).toEqual([
      ...[true, true, false],
    ]);
    expect([mayBegin('live', 8, 384), mayBegin('live', 7, 511)]).toEqual([false, true]);
  });
});
