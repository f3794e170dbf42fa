import { nextAttemptAt } from './retry-schedule.policy';

const AT = new Date('2026-02-28T23:59:30.000Z');

describe('the retry schedule', () => {
  it.each([
    [1, '2026-03-01T00:00:30.000Z'],
    [2, '2026-03-01T00:04:30.000Z'],
    [3, '2026-03-01T00:29:30.000Z'],
    [4, '2026-03-01T01:59:30.000Z'],
    [5, '2026-03-01T23:59:30.000Z'],
  ])('waits after failed try %i until %s', (attempt, next) => {
    expect(nextAttemptAt(attempt, AT)).toEqual(new Date(next));
  });

  it.each([6, 7])('ends with the sixth attempt (after attempt %i)', (attempt) => {
    expect(nextAttemptAt(attempt, AT)).toBeNull();
  });
});
