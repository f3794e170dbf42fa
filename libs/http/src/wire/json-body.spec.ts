import { parseJsonBody } from './json-body';

/** The parsed body, or the message of the error. */
function outcome(text: string): unknown {
  try {
    return parseJsonBody(text);
  } catch (error) {
    return (error as Error).message;
  }
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const PROTOTYPE = 'The body must not contain the key __proto__.';
const TOO_DEEP = 'The body is nested deeper than 20 levels.';
const TOO_MANY = 'The body has more than 20000 values.';

describe('A JSON body', () => {
  it.each(['', ' \n', '{}', ' { } '])('is an empty object where it is %j', (text) =>
    expect(outcome(text)).toEqual({}),
  );

  it.each([
    ['{"a":1', 'The body is not valid JSON.'],
    ['"', 'The body is not valid JSON.'],
    ['{"a\\', 'The body is not valid JSON.'],
    ['[1,2]', 'The body must be a JSON object.'],
    ['"x"', 'The body must be a JSON object.'],
    ['null', 'The body must be a JSON object.'],
  ])('is refused where it is %s', (text, message) => expect(outcome(text)).toBe(message));

  it.each([
    '{"a":1,"a":1}',
    '{"amount":1,"\\u0061mount":2}',
    '{"a":[{},{"b":{"c":1,"d":":","c":{}}}]}',
    '{"":1,"":2}',
    '{"1":1,"1":{"1":2}}',
  ])('is refused with a key that occurs twice: %s', (text) =>
    expect(outcome(text)).toBe('The body has a key twice in one object.'),
  );

  it.each([
    '{"a":{"a":[{"a":1},{"a":1}]},"b:":":\\":"}',
    '{"A":1,"a":2,"é":3,"e\u0301":4}',
    '{"constructor":{"constructor":1}}',
  ])('is accepted where no object has a key twice: %s', (text) =>
    expect(outcome(text)).toEqual(JSON.parse(text)),
  );

  it('may be 20 levels deep', () => {
    expect(outcome(nested(20))).toEqual(JSON.parse(nested(20)));
    expect(outcome(nested(21))).toBe(TOO_DEEP);
    expect(outcome(`{"a":${'['.repeat(19)}${']'.repeat(19)}}`)).toBeInstanceOf(Object);
    expect(outcome('['.repeat(1_000_000))).toBe(TOO_DEEP);
    expect(outcome(`{${Array.from({ length: 100 }, (_, n) => `"${n}":{}`).join()}}`)).toBeInstanceOf(Object);
  });

  it('may have 20,000 values, which are counted before it is parsed', () => {
    const list = (length: number) => `{"a":[${'1,'.repeat(length - 1)}1]}`;
    expect(outcome(list(19_000))).toBeInstanceOf(Object);
    const parse = jest.spyOn(JSON, 'parse');
    expect(outcome(list(21_000))).toBe(TOO_MANY);
    expect(outcome(nested(21))).toBe(TOO_DEEP);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('is never read by a reviver, whatever it contains', () => {
    const parse = jest.spyOn(JSON, 'parse');
    outcome('{"note":"\\u00e9", "other":"__proto__"}');
    expect(parse.mock.calls).toEqual([[expect.any(String)]]);
    parse.mockRestore();
  });

  it.each([
    '{"__proto__":1}',
    '{"a":[{"b":{"__proto__" \n:{}}}]}',
    '{"\\u005f_proto__":1}',
    '{"\\u005F\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f":1}',
    '{"a":"\\\\","__proto__":1}',
  ])('may not contain the key __proto__: %s', (text) => expect(outcome(text)).toBe(PROTOTYPE));

  it.each([
    '{"a":"__proto__"}',
    '{"a":["__proto__"]}',
    '{"a":"\\"__proto__\\":"}',
    '{"a":"{[,__proto__"}',
    '{"a_proto__":1,"__proto___":2}',
    '{"constructor":{"prototype":1}}',
    '{"a":"\\\\\\"","b":"[[[["}',
    '{"a":"\\u00e9__proto__","b\\u0000":1}',
  ])('may contain it otherwise: %s', (text) => expect(outcome(text)).toEqual(JSON.parse(text)));
});
