import { due } from './formats';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('The distance of a deadline', () => {
  it.each([
    ['hours up to three days', '2026-03-03T11:59:59Z', 'in 47 hours'],
    ['hours since it passed', '2026-03-01T10:00:00Z', '2 hours ago'],
    ['minutes in the last hour', '2026-03-01T12:30:00Z', 'in 30 minutes'],
    ['days from three on', '2026-03-05T12:00:00Z', 'in 4 days'],
  ])('is %s', (_, deadline, text) => expect(due(deadline, NOW)).toBe(text));
});
