import * as fc from 'fast-check';
import { rollupRanges } from './rollup-ranges.policy';

const at = (text: string) => new Date(`${text}Z`);
const shown = (bounds: string[]) => {
  const { days, hours, odd } = rollupRanges(bounds.map(at));
  const text = (list: typeof days) =>
    list.map(
      ({ bucket, from, to }) =>
        `${bucket}: ${[from, to].map((end) => end.toISOString().slice(5, 19)).join(' ')}`,
    );
  return { days: text(days), hours: text(hours), odd: text(odd) };
};

describe('buckets in the parts of the rollups', () => {
  it('are days where they can be, and hours and odd parts at their ends', () => {
    expect(shown(['2026-03-01T22:30', '2026-03-04T02:15'])).toEqual({
      odd: ['1: 03-01T22:30:00 03-01T23:00:00', '1: 03-04T02:00:00 03-04T02:15:00'],
      hours: ['1: 03-01T23:00:00 03-02T00:00:00', '1: 03-04T00:00:00 03-04T02:00:00'],
      days: ['1: 03-02T00:00:00 03-04T00:00:00'],
    });
  });

  it('are hours within a day, and one odd part within an hour', () => {
    const parts = shown(['2026-03-01T10:00', '2026-03-01T12:00', '2026-03-01T12:10', '2026-03-01T12:20']);
    expect(parts).toEqual({
      odd: ['2: 03-01T12:00:00 03-01T12:10:00', '3: 03-01T12:10:00 03-01T12:20:00'],
      hours: ['1: 03-01T10:00:00 03-01T12:00:00'],
      days: [],
    });
  });

  it('cover each bucket once, without overlap, and no odd part crosses an hour', () => {
    const instant = fc.integer({ min: 0, max: 10 * 24 * 3600 }).map((seconds) => new Date(seconds * 1000));
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2, maxLength: 8 }), (instants) => {
        const bounds = instants.sort((a, b) => a.getTime() - b.getTime());
        const { days, hours, odd } = rollupRanges(bounds);
        for (const { from, to } of odd)
          expect(Math.floor(from.getTime() / 3_600_000)).toBe(Math.floor((to.getTime() - 1) / 3_600_000));
        for (let bucket = 1; bucket < bounds.length; bucket++) {
          const parts = [...days, ...hours, ...odd]
            .filter((part) => part.bucket === bucket)
            .sort((a, b) => a.from.getTime() - b.from.getTime());
          let end = bounds[bucket - 1]!.getTime();
          for (const { from, to } of parts) {
            expect(from.getTime()).toBe(end);
            end = to.getTime();
          }
          expect(end).toBe(bounds[bucket]!.getTime());
        }
      }),
    );
  });
});
