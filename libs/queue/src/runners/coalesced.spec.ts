import { Coalesced } from './coalesced';

describe('Coalesced', () => {
  const releases: (() => void)[] = [];
  const blocked = () => new Promise<void>((open) => releases.push(open));
  afterEach(() => releases.splice(0));

  it('runs one at a time, and again after any number of calls during a run', async () => {
    let runs = 0;
    const coalesced = new Coalesced(async () => {
      runs += 1;
      await blocked();
    });
    const first = coalesced.run();
    const during = Promise.all([coalesced.run(), coalesced.run(), coalesced.run()]);
    expect(runs).toBe(1);
    releases.shift()?.();
    await new Promise(setImmediate);
    expect(runs).toBe(2);
    releases.shift()?.();
    await Promise.all([first, during]);
    expect(runs).toBe(2);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('runs again for a call %i turns after the work has ended', async (turns) => {
    let runs = 0;
    const coalesced = new Coalesced(async () => {
      runs += 1;
      if (runs === 1) await blocked();
    });
    const first = coalesced.run();
    releases.shift()?.();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await coalesced.run();
    await first;
    expect(runs).toBe(2);
  });

  it('rejects with the failure, and works again afterwards', async () => {
    let fails = true;
    const coalesced = new Coalesced(async () => {
      if (fails) throw new Error('away');
    });
    await expect(coalesced.run()).rejects.toThrow('away');
    await coalesced.settled();
    fails = false;
    await coalesced.run();
  });
});
