import { spawn } from 'node:child_process';
import { isAlive, recordOf, stop } from './processes.mjs';

describe('A recorded process', () => {
  it('is alive while it runs, and dead after it was stopped', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const record = recordOf(child.pid);
    expect(isAlive(record)).toBe(true);
    await stop(record);
    expect(isAlive(record)).toBe(false);
  });

  it('is killed when it ignores the signal', async () => {
    const deaf = `process.on('SIGTERM', () => {}); process.stdout.write('up'); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', deaf]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await stop(recordOf(child.pid), { timeoutMs: 100 });
    expect(
      child.signalCode ?? (await new Promise((resolve) => child.once('exit', (_, how) => resolve(how)))),
    ).toBe('SIGKILL');
  });

  it('differs from a later process with the same id', () => {
    expect(isAlive({ pid: process.pid, birth: 'some other moment' })).toBe(false);
    expect(isAlive(undefined)).toBe(false);
  });
});
