import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ThreadLimits, watchThread } from './thread-time';

const FOLDER = "'/proc/' + require('node:fs').readlinkSync('/proc/thread-self')";

/** The reason for which a thread that goes on with `rest` is late. */
async function reasonOf(rest: string, limits: ThreadLimits): Promise<string> {
  const code = `const { parentPort } = require('node:worker_threads'); parentPort.postMessage(${FOLDER}); ${rest}`;
  const worker = new Worker(code, { eval: true });
  const [folder] = (await once(worker, 'message')) as [string];
  const keepsProcess = setInterval(() => undefined, 1000);
  let end = (): void => undefined;
  const reason = await new Promise<string>((resolve) => {
    end = watchThread(() => folder, limits, resolve);
  });
  end();
  clearInterval(keepsProcess);
  await worker.terminate();
  return reason;
}

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('A thread', () => {
  onLinux('is late when it has used a processor for too long', async () => {
    const reason = await reasonOf('for (;;);', { processorMs: 50, clockMs: Infinity });
    expect(reason).toMatch(/^no answer after \d+ ms of a processor$/);
  });

  onLinux('is late by the clock if it uses no processor', async () => {
    const reason = await reasonOf("parentPort.on('message', () => 0)", { processorMs: 50, clockMs: 300 });
    expect(reason).toBe('no answer within 300 ms');
  });
});
