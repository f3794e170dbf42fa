import { Coalesced } from './coalesced';

describe('Coalesced', () => {
  const gates: (() => void)[] = [];
  const gate = () => new Promise<void>((open) => gates.push(open));
  afterEach(() => gates.splice(0));

  it('runs one at a time, and once more for any number of calls during a run', async () => {
    let runs = 0;
    const coalesced = new Coalesced(async () => {
      runs += 1;
      await gate();
    });
    const first = coalesced.run();
    const during = Promise.all([coalesced.run(), coalesced.run(), coalesced.run()]);
    expect(runs).toBe(1);
    gates.shift()?.();
    await new Promise(setImmediate);
    expect(runs).toBe(2);
    gates.shift()?.();
    await Promise.all([first, during]);
    expect(runs).toBe(2);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('runs again for a call %i turns after the work has ended', async (turns) => {
    let runs = 0;
    const coalesced = new Coalesced(async () => {
      runs += 1;
      if (runs === 1) await gate();
    });
    const first = coalesced.run();
    gates.shift()?.();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await coalesced.run();
    await first;
    expect(runs).toBe(2);
  });

  it('tells a failure to whoever asked, and works again afterwards', async () => {
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
