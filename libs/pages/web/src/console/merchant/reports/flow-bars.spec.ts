import { barsOf } from './flow-bars';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10),
    inflow: 0.1,
    outflow: 0,
  }));

describe('The bars of a report', () => {
  it('are days of a quarter', () => expect(barsOf(daysFrom('2026-01-01', 92))).toHaveLength(92));

  it('are months of a longer period, whose sums are exact', () =>
    expect(barsOf(daysFrom('2026-01-30', 93))).toEqual([
      { date: '2026-01', inflow: 0.2, outflow: 0 },
      { date: '2026-02', inflow: 2.8, outflow: 0 },
      { date: '2026-03', inflow: 3.1, outflow: 0 },
      { date: '2026-04', inflow: 3, outflow: 0 },
      { date: '2026-05', inflow: 0.2, outflow: 0 },
    ]));
});
