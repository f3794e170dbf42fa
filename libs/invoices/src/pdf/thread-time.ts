import { readFileSync, readlinkSync } from 'node:fs';

/** Linux counts the time of threads in hundredths of a second. */
const TICK_MS = 10;

/** The folder in which the system tells about the calling thread; null on systems without one. */
export function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return null;
  }
}

/** Milliseconds for which a thread has used a processor; null where the system does not tell. */
export function threadTime(thread: string | null): number | null {
  if (thread === null) return null;
  try {
    // The name, in brackets, may contain spaces. The times in user and kernel mode are the 14th and 15th field.
    const fields = readFileSync(`${thread}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
