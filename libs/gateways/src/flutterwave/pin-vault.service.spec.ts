import { inspect } from 'node:util';
import { ManualClock } from '@app/kernel';
import { PinVault } from './pin-vault.service';

describe('PinVault', () => {
  const clock = new ManualClock();
  let vault: PinVault;

  beforeEach(() => {
    clock.freeze();
    vault = new PinVault(clock);
  });

  afterEach(() => vault.clear());

  it('returns a charge once and records that it was taken', () => {
    vault.put('PIN-1', 'tx-1', { card_number: '4000000000000341' });
    expect(vault.take('PIN-1')).toEqual({
      state: 'waiting',
      txRef: 'tx-1',
      payload: { card_number: '4000000000000341' },
    });
    expect(vault.take('PIN-1')).toEqual({ state: 'taken', txRef: 'tx-1' });
    expect(vault.take('PIN-2')).toBeNull();
  });

  it('deletes a charge after ten minutes, not before', () => {
    vault.put('early', 'tx-1', {});
    clock.advance({ minutes: 5 });
    vault.put('late', 'tx-2', {});
    clock.advance({ minutes: 5 });
    expect(vault.take('early')).toBeNull();
    clock.advance({ minutes: 4, seconds: 59 });
    expect(vault.take('late')).toMatchObject({ state: 'waiting' });
  });

  it('deletes abandoned charges by itself', () => {
    jest.useFakeTimers();
    try {
      vault.put('PIN-1', 'tx-1', {});
      clock.advance({ minutes: 10 });
      jest.advanceTimersByTime(61_000);
      expect(entriesOf(vault).size).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('holds the newest ten thousand at most', () => {
    for (let index = 0; index <= 10_000; index++) vault.put(`PIN-${index}`, `tx-${index}`, {});
    expect(entriesOf(vault).size).toBe(10_000);
    expect(vault.take('PIN-0')).toBeNull();
    expect(vault.take('PIN-10000')).toMatchObject({ state: 'waiting' });
  });

  it('shows no card number in any output', () => {
    vault.put('PIN-1', 'tx-1', { card_number: '4000000000000341' });
    const sealed = [...entriesOf(vault).values()].map((entry) =>
      (entry as { sealed: Buffer }).sealed.toString('latin1'),
    );
    expect(inspect(vault, { depth: 9, showHidden: true }) + sealed.join()).not.toContain('4000000000000341');
  });
});

function entriesOf(vault: PinVault): Map<string, unknown> {
  return (vault as unknown as { entries: Map<string, unknown> }).entries;
}
