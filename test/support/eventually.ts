import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 10;
/** Far longer than any change takes, and shorter than the limit of a test, so that the failure says what did not happen. */
const TIMEOUT_MS = 240_000;

type Nothing = null | undefined | false;

/** Calls `probe` until it returns a value. Only for state that no event announces, such as rows of a table. */
export async function eventually<T>(probe: () => Promise<T | Nothing> | T | Nothing): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`did not happen: ${String(probe)}`);
    await pause(EVERY_MS);
  }
}
