import { plainToInstance } from 'class-transformer';
import { Text } from './text-fields';
import { validationPipe } from './pipe';
import { Rows } from './rows';
import { declaredFields } from './sealed';
import { normalText } from './normal';

class Line {
  @Text({ max: 10 })
  name: string;
}

class Body extends Line {
  @Rows(Line, { min: 1, max: 3 })
  lines: Line[];
}

const MARKED = 'e\u0301';

describe('texts', () => {
  it('are normalised where their normal form may fit', () => {
    const normal = normalText(10);
    expect(normal(` ${MARKED.repeat(10)} `)).toBe('\u00e9'.repeat(10));
    expect(normal(`${' '.repeat(100)}a`)).toBe('a');
    // Four UTF-16 units, composed into one character.
    expect(normal('\u03b1\u0313\u0301\u0345'.repeat(10))).toBe('\u1f84'.repeat(10));
  });

  it('are not normalised if they are too long, because that would take seconds', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const marks = `a${'\u0315'.repeat(20)}${'\u0316'.repeat(20)}`;
    expect(normalText(10)(marks)).toBe(marks);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
});

describe('objects', () => {
  const extra = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field ${n}`, n]));

  it('reach class-transformer with the fields that are declared, and no others', () => {
    expect(Object.keys(declaredFields(Body, { ...extra, name: 'a', lines: [] }) as object).sort()).toEqual([
      ...['lines', 'name'],
    ]);
    expect(declaredFields(Line, JSON.parse('{"__proto__": {"name": "a"}, "constructor": 1}'))).toEqual({});
    expect([declaredFields(Line, null), declaredFields(Line, [1]), declaredFields(Object, extra)]).toEqual([
      ...[null, [1], extra],
    ]);
  });

  it('reach class-transformer from lists in the same way', async () => {
    const seen: string[][] = [];
    const walk = jest.spyOn(Object, 'keys');
    const given = { ...extra, name: 'a', lines: [{ ...extra, name: 'b' }] };
    walk.mockImplementation((of: object) => {
      const names = Object.getOwnPropertyNames(of);
      seen.push(names);
      return names;
    });
    const body = (await validationPipe().transform(given, { type: 'body', metatype: Body })) as Body;
    walk.mockRestore();
    expect(seen.filter((names) => names.includes('field 1'))).toEqual([]);
    expect(body).toEqual(plainToInstance(Body, { name: 'a', lines: [{ name: 'b' }] }));
    expect(body.lines[0]).toBeInstanceOf(Line);
  });
});
