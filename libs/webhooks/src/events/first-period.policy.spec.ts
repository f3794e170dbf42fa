import { firstPeriod } from './first-period.policy';

const CREATED = new Date('2026-01-31T10:00:00.000Z');
const earlier = { interval: 'monthly', intervalCount: 1, trialEnd: null } as const;

describe('The first period of a subscription in an event', () => {
  it('is what the event contains', () => {
    const [periodStart, periodEnd] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(firstPeriod({ ...earlier, periodStart, periodEnd, nextBillingAt: null }, CREATED)).toEqual({
      current_period_start: periodStart,
      current_period_end: periodEnd,
      next_billing_at: null,
    });
  });

  it.each([
    [null, '2026-02-28T10:00:00.000Z'],
    ['2026-02-07T10:00:00.000Z', '2026-02-07T10:00:00.000Z'],
  ])('follows in one of an earlier version from the plan and the end of its trial: %s', (trialEnd, end) => {
    const period = firstPeriod({ ...earlier, trialEnd }, CREATED);
    expect(period).toEqual({
      current_period_start: CREATED.toISOString(),
      current_period_end: end,
      next_billing_at: end,
    });
  });
});
