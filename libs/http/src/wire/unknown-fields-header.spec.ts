import { listOfNames } from './unknown-fields-header';

describe('The header that names unknown fields', () => {
  it('contains up to ten names and 500 bytes, and no character that a header may not have', () => {
    expect(listOfNames(['curency', 'lines[0].amuont'])).toBe('curency, lines[0].amuont');
    expect(listOfNames(['a b', 'a,b', 'a\r\nx: 1', '\u00e9', '\ud83d', '100%', "!'()*~"])).toBe(
      'a%20b, a%2Cb, a%0D%0Ax%3A%201, %C3%A9, %EF%BF%BD, 100%25, %21%27%28%29%2A%7E',
    );
    expect(listOfNames(Array.from({ length: 30 }, (_, n) => `f${n}`)).split(', ')).toHaveLength(10);
    expect(listOfNames(Array(10).fill('x'.repeat(99)) as string[])).toHaveLength(4 * 99 + 3 * 2);
  });
});
