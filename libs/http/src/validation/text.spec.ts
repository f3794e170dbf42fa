import { textFault } from './text';

const fault = (text: string) => textFault(text, 1, 100);

describe('One line of text', () => {
  it.each([
    ['a family', '👨‍👩‍👧 thanks'],
    ['a heart of another kind', '❤️‍🔥'],
    ['a colour of skin', '👩🏽‍🚀'],
    ['a Persian word', 'می‌خواهم'],
    ['a Hindi conjunct', 'क्‍ष'],
  ])('may contain the joiners of %s', (_, text) => expect(fault(text)).toBeNull());

  it.each([
    ['within a Latin name', 'ad\u200da'],
    ['at the end of a word', 'می\u200c'],
    ['twice', 'می\u200c\u200cخواهم'],
    ['between words', 'a \u200d b'],
    ['after an emoji, before text', '👨\u200da'],
    ['of another kind, among emoji', '👨‍👩\u200b'],
    ['that turns the direction, among emoji', '👨‍👩\u202e'],
  ])('may not contain invisible characters: %s', (_, text) => {
    expect(fault(text)).toBe('must not contain invisible characters');
  });

  it('has no control characters and no lone surrogates', () => {
    expect([fault('a\nb'), fault('a\u2028b'), fault('\ud800')]).toEqual([
      'must not contain control characters',
      'must not contain control characters',
      'must be well-formed Unicode',
    ]);
  });
});
