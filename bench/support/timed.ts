import { median, type Variant } from './figures';

/** Measures the median time of one call. */
export function timed(
  figure: string,
  call: () => Promise<unknown>,
  around?: { before: () => Promise<unknown>; after: () => Promise<unknown> },
): Variant {
  return {
    figures: [figure],
    async measure(seconds) {
      await around?.before();
      const times: number[] = [];
      const end = performance.now() + (seconds * 1000) / 2;
      while (performance.now() < end || times.length < 5) {
        const began = performance.now();
        await call();
        times.push(performance.now() - began);
      }
      await around?.after();
      return [median(times)];
    },
  };
}
