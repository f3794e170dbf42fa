import { spawn } from 'node:child_process';
import { isAlive, recordOf, stop } from './processes.mjs';

describe('a remembered process', () => {
  it('is alive while it runs, and gone once it was stopped', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const record = recordOf(child.pid);
    expect(isAlive(record)).toBe(true);
    await stop(record);
    expect(isAlive(record)).toBe(false);
  });

  it('is ended by force when it does not listen', async () => {
    const deaf = `process.on('SIGTERM', () => {}); process.stdout.write('up'); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', deaf]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await stop(recordOf(child.pid), { patienceMs: 100 });
    expect(
      child.signalCode ?? (await new Promise((resolve) => child.once('exit', (_, how) => resolve(how)))),
    ).toBe('SIGKILL');
  });

  it('is not another process that was given the same number', () => {
    expect(isAlive({ pid: process.pid, birth: 'some other moment' })).toBe(false);
    expect(isAlive(undefined)).toBe(false);
  });
});
