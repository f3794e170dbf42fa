import { textFault } from './text';

const fault = (text: string) => textFault(text, { min: 1, max: 100 });

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
  ])('may not contain invisible characters: %s', (_, text) => {
    expect(fault(text)).toBe('must not contain invisible characters');
  });

  it('may contain marks of direction, soft hyphens and byte order marks', () => {
    for (const mark of '\u00ad\u061c\u200e\u200f\u202a\u202e\u2066\u2069\ufeff')
      expect(fault(`a${mark}b`)).toBeNull();
  });

  it.each([
    '',
    '\u3164',
    '\u2800\u2800',
    '\u115f',
    '\u1160',
    '\uffa0',
    '\u200e\u00ad',
    '\u3164 \ufe0f',
    '\u034f',
    '\u0301',
    '\ue000',
  ])('is empty if it shows nothing: %j', (text) => expect(fault(text)).toBe('must not be empty'));

  it('shows something in every script', () => {
    for (const text of ['a', '7', '🙂', '한', 'ㅎ', '⠁', 'ا', 'क', '・', '€']) expect(fault(text)).toBeNull();
  });

  it('has at most 50 line breaks if it may have any', () => {
    const lines = (text: string) => textFault(text, { min: 1, max: 500, hasLines: true });
    expect([lines('a\nb'), lines(`a${'\n'.repeat(50)}b`)]).toEqual([null, null]);
    expect(lines(`a${'\n'.repeat(51)}b`)).toBe('must have at most 50 line breaks');
    expect(lines('a\tb')).toBe('must not contain control characters other than line breaks');
  });

  it('has no control characters and no lone surrogates', () => {
    expect([fault('a\nb'), fault('a\u2028b'), fault('\ud800')]).toEqual([
      'must not contain control characters',
      'must not contain control characters',
      'must be well-formed Unicode',
    ]);
  });
});
