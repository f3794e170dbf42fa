import {
  normalCode,
  normalDigits,
  normalEmail,
  normalGroups,
  normalInt,
  normalSearch,
  normalText,
  normalUpperCase,
  normalUrl,
  normalUrlOrText,
  normalUsertag,
} from './normal';

const text = normalText(500);

describe('The normal form of a value', () => {
  it.each<[string, (value: unknown) => unknown, unknown, unknown]>([
    ['a code', normalCode, '\ufeff\t sub_\u00adlive_\u200e1\u00a0', 'sub_live_1'],
    ['a code with blanks inside', normalCode, 'a\t\u00a0b', 'a  b'],
    ['a code of several code points', normalCode, 'e\u0301', '\u00e9'],
    ['a value that is no text', normalCode, 7, 7],
    ['an IBAN', normalGroups, 'DE89 3704\u00a00044 0532\t0130 00', 'DE89370400440532013000'],
    ['digits', normalDigits, '\u202a123\u2009456\u202c', '123456'],
    ['digits with dashes', normalDigits, '20\u201100\u2013 00', '20-00-00'],
    ['digits in a number', normalDigits, 123456, '123456'],
    ['a whole number', normalInt, '\u200e12\u00a0', 12],
    ['an e-mail address', normalEmail, '\u200fAda@Example.com\u00a0', 'ada@example.com'],
    ['a user tag', normalUsertag, ' \u2066@Ada_1\u2069', 'ada_1'],
    ['a currency', normalUpperCase, '\tngn', 'NGN'],
    [
      'an address',
      normalUrl,
      '\ufeffhttps://a.example/e\u0301\u200d\u00a0',
      'https://a.example/e\u0301\u200d',
    ],
    ['a name', text, '\t\u200fAda\u00a0\u202aO.\u202c \ufeff', '\u200fAda \u202aO.\u202c'],
    ['a text to find', normalSearch(9), '\u200e می\u200cخواهم\ufeff', 'می\u200cخواهم'],
    [
      'an address or a text',
      normalUrlOrText(60),
      '\u200ehttps://a.example/e\u0301 ',
      'https://a.example/e\u0301',
    ],
    ['a text or an address', normalUrlOrText(9), ' \u200fAda ', '\u200fAda'],
    ['a text of several lines', text, '\n one\r\ntwo\rthree\u2028four\t\r\n', 'one\ntwo\nthree\nfour'],
  ])('is that of %s', (_, normal, given, expected) => {
    expect(normal(given)).toBe(expected);
    expect(normal(expected)).toBe(expected);
  });

  it('takes linear time in the length of the value', () => {
    const long = [' ', '\t', '\u00a0', '\u200e', '\r', '\u0301'].map((unit) => `a${unit.repeat(500_000)}b`);
    for (const value of long) {
      for (const normal of [normalCode, normalDigits, normalEmail, normalUrl, text]) {
        const startedAt = process.cpuUsage();
        normal(value);
        const { user } = process.cpuUsage(startedAt);
        // Quadratic time would be minutes.
        expect(user / 1e6).toBeLessThan(5);
      }
    }
  });
});
