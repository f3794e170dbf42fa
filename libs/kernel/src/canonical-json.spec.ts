import * as fc from 'fast-check';
import { canonicalJson, canonicalText } from './canonical-json';

describe('Canonical JSON', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ z: { y: undefined, x: 1.5 }, Z: 1000000 }, '{"Z":1000000,"z":{"x":1.5}}'],
    [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    [{ 'é"\n': '€' }, '{"é\\"\\n":"€"}'],
  ])('writes %j as %s', (value, text) => expect(canonicalJson(value)).toBe(text));

  it('has one form, whatever the order of keys, and reads back as what was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const value = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it('replaces texts but no keys where it is given a way to write them', () => {
    const given = { Ab: ['Cd', 1, null, { Ef: 'Gh' }] };
    expect(canonicalText(given, (text) => text.toUpperCase())).toBe('{"Ab":["CD",1,null,{"Ef":"GH"}]}');
  });

  it.each([undefined, null])('writes %s as null', (value) => expect(canonicalText(value)).toBe('null'));
});
