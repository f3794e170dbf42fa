import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 10;
/** Far beyond what anything takes, and less than a test may take: the failure then says what did not happen. */
const PATIENCE_MS = 100_000;

type Nothing = null | undefined | false;

/** Asks until `probe` gives something. Only for state that no event announces, such as rows of a table. */
export async function eventually<T>(probe: () => Promise<T | Nothing> | T | Nothing): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`did not happen: ${String(probe)}`);
    await pause(EVERY_MS);
  }
}
