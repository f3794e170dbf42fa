import { Turns } from './turns';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('Turns', () => {
  it('run work of one name in its order, and work of other names beside it', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await tick();
      log.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([
      turns.run('a', work('a1')),
      turns.run('a', work('a2')),
      turns.run('b', work('b1')),
    ]);
    expect(results).toEqual(['a1', 'a2', 'b1']);
    const ofA = log.filter((line) => line.startsWith('a'));
    expect(ofA).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
  });

  it('go on after work that fails, and keep nothing of work that has ended', async () => {
    const turns = new Turns();
    const failing = turns.run('a', () => Promise.reject(new Error('refused')));
    const next = turns.run('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('refused');
    expect(await next).toBe('done');
    expect((turns as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
  });
});
