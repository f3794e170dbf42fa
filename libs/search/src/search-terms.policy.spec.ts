import { isFound, lookupsOf, termsOf } from './search-terms.policy';

const NOW = new Date('2026-11-27T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const PAYMENT = termsOf({
  ids: ['cs_live_AbC123'],
  references: ['Order-2500', null],
  email: 'Ada.Obi@Example.com',
  names: ['Ada  Ngozi Obi'],
  amountMinor: 250_000n,
  last4: ['4242', '4242'],
});
const finds = (q: string, at = NOW, terms = PAYMENT) => isFound(terms, at, lookupsOf(q), NOW);

describe('A search text', () => {
  it.each([
    ['the id', 'cs_live_AbC123'],
    ['the id in other letters', ' CS_LIVE_abc123 '],
    ['the beginning of the reference', 'order-25'],
    ['the beginning of the address', 'ada.obi@'],
    ['the whole address', 'ADA.OBI@example.com'],
    ['the beginning of the name', 'ada ngozi'],
    ['a word of the name', 'obi'],
    ['the words of the name from the second on', 'ngozi o'],
    ['the amount', '2500'],
    ['the amount with decimals', '2500.00'],
    ['the amount with groups', '2,500.00'],
    ['the last four digits of the card', '4242'],
    ['full-width letters of the reference', 'ｏｒｄｅｒ'],
  ])('finds a payment by %s', (_, q) => {
    expect(finds(q)).toBe(true);
  });

  it.each([
    ['the beginning of the id', 'cs_live_abc'],
    ['the end of the reference', '2500-order'],
    ['a part of the address', 'obi@example.com'],
    ['the end of a word', 'gozi'],
    ['another amount', '2500.01'],
    ['other digits', '4243'],
  ])('does not find a payment by %s', (_, q) => {
    expect(finds(q)).toBe(false);
  });

  it('finds payments of the last 90 days only by the digits of their card', () => {
    expect(finds('4242', daysAgo(89))).toBe(true);
    expect(finds('4242', daysAgo(91))).toBe(false);
  });

  it('finds a reference that has the form of an id', () => {
    const id = '0198c0de-0000-7000-8000-000000000001';
    expect(finds(id, NOW, termsOf({ ids: [], references: [id] }))).toBe(true);
    expect(finds(id, NOW, termsOf({ ids: [id] }))).toBe(true);
  });

  it('is looked up at most six times', () => {
    for (const q of ['a', 'a@b', '4242', 'cs_live_1', 'evt_1'])
      expect(lookupsOf(q).length).toBeLessThanOrEqual(6);
  });

  it.each([
    'sk_live_1234',
    'PK_test_1',
    'ck_live_1',
    'whsec_abc',
    '4242 4242 4242 4242',
    '5399-8383-8383-8381',
  ])('is refused where it is the secret %s', (q) => {
    expect(() => lookupsOf(q)).toThrow(/q is a/);
  });

  it('may be a number of as many digits as a card that is none', () => {
    expect(() => lookupsOf('4242424242424241')).not.toThrow();
  });
});

describe('The terms of an object', () => {
  it('have each text once, and none that is empty', () => {
    expect(termsOf({ ids: ['A'], references: ['', null, 'x', 'X'], names: [' '], email: null })).toEqual([
      'i:a',
      'r:x',
    ]);
  });

  it('have at most a hundred characters of a text, of which none is cut in half', () => {
    const [term] = termsOf({ ids: [], references: ['😀'.repeat(120)] });
    expect(term).toBe(`r:${'😀'.repeat(100)}`);
  });
});
