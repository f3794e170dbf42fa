import { amountOf, limit, loadTexts, rateText } from './texts';

const NOW = Date.parse('2026-11-27T09:00:00.000Z');
const words = (seconds: number) => {
  const end = new Date(NOW + seconds * 1000).toISOString();
  return limit({ end, now: NOW, until: 'expires', left: 'expires.soon' }).replaceAll('\u202f', ' ');
};

describe('a time limit in English', () => {
  beforeAll(() => loadTexts('en'));

  it.each([
    [-5, 'for 0 seconds'],
    [1, 'for 1 second'],
    [119, 'for 119 seconds'],
    [120, 'for 2 minutes'],
    [179, 'for 2 minutes'],
    [3599, 'for 59 minutes'],
    [3600, 'for 60 minutes'],
  ])('names what is left of %s s: %s', (seconds, left) =>
    expect(words(seconds)).toBe(`This link works ${left}.`),
  );

  it.each([
    [3601, /until today, \d+:\d\d [AP]M\.$/],
    [24 * 3600, /until tomorrow, \d+:\d\d [AP]M\.$/],
    [72 * 3600, /until Nov 30, 2026, \d+:\d\d [AP]M\.$/],
  ])('names its end where %s s are left', (seconds, end) => expect(words(seconds)).toMatch(end));
});

describe('texts in French', () => {
  beforeAll(() => loadTexts('fr'));

  it('name the end of a time limit, and what is left of it', () => {
    expect(words(24 * 3600)).toMatch(/^Ce lien expire demain, \d\d:\d\d\.$/);
    expect(words(72 * 3600)).toMatch(/^Ce lien expire le 30 nov\. 2026, \d\d:\d\d\.$/);
    expect(words(300)).toMatch(/^Ce lien expire dans 5\sminutes\.$/);
    expect(amountOf(7, 'day')).toMatch(/^7\sjours$/);
  });

  it('name an exchange rate with the sign of its currency', () => {
    expect(rateText(131.4752, 'NGN')).toBe('131,48\u00a0₦');
    expect(rateText(0.00065, 'USD')).toBe('0,00065\u00a0$');
  });
});
