import { readFileSync, readlinkSync } from 'node:fs';

/** Linux counts the time of threads in hundredths of a second. */
const TICK_MS = 10;
/** How often the time of a thread is looked at. */
const LOOK_MS = 200;

/** How long a task of a thread may use a processor, where the system tells that, and how long it may take. */
export interface ThreadLimits {
  processorMs: number;
  clockMs: number;
}

/** The folder in which the system tells about the calling thread; null on systems without one. */
export function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return null;
  }
}

/** Milliseconds for which a thread has used a processor; null where the system does not tell. */
function threadTime(thread: string | null): number | null {
  if (thread === null) return null;
  try {
    // The name, in brackets, may contain spaces. The times in user and kernel mode are the 14th and 15th field.
    const fields = readFileSync(`${thread}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/**
 * Calls `late` with the reason when a thread has taken longer than its limits from now on. A busy machine counts little,
 * because another thread has the processor. `thread` gives its folder, null before that is known. Returns what ends the watch.
 */
export function watchThread(
  thread: () => string | null,
  { processorMs, clockMs }: ThreadLimits,
  late: (reason: string) => void,
): () => void {
  const [begun, usedBefore] = [performance.now(), threadTime(thread()) ?? 0];
  const timer = setInterval(() => {
    const used = (threadTime(thread()) ?? 0) - usedBefore;
    if (used > processorMs) late(`no answer after ${used} ms of a processor`);
    else if (performance.now() - begun > clockMs) late(`no answer within ${clockMs} ms`);
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
