import { setImmediate as unhandledRejections } from 'node:timers/promises';
import { within } from './within';

describe('a promise with a time limit', () => {
  const never = new Promise<never>(() => undefined);

  it('gives its value, and its failure, where it comes in time', async () => {
    expect(await within(1000, Promise.resolve(1), () => 2)).toBe(1);
    await expect(within(1000, Promise.reject(new Error('away')), () => 2)).rejects.toThrow('away');
  });

  it('gives what stands for a late one', async () => {
    expect(await within(1, never, () => 'late')).toBe('late');
  });

  it('fails where being late is a failure', async () => {
    const late = () => {
      throw new Error('too late');
    };
    await expect(within(1, never, late)).rejects.toThrow('too late');
  });

  it('ignores a failure that comes after the limit', async () => {
    let fail!: (error: Error) => void;
    const failing = new Promise<never>((_, reject) => (fail = reject));
    expect(await within(1, failing, () => null)).toBeNull();
    fail(new Error('away'));
    await unhandledRejections();
  });

  it('leaves no timer behind', async () => {
    jest.useFakeTimers();
    await within(60_000, Promise.resolve(), () => undefined);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
