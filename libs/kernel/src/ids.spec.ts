import { isUuid, randomAlphanumeric, randomToken, uuidFromHash, uuidText, uuidv7 } from './ids';

describe('a UUIDv7', () => {
  const at = new Date('2026-11-21T00:00:00.123Z');

  it('carries its time, its version and its variant', () => {
    const id = uuidv7(at);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
  });

  it('sorts by time', () => {
    const ids = [5, 3, 9, 1].map((seconds) => uuidv7(new Date(at.getTime() + seconds * 1000)));
    expect([...ids].sort()).toEqual([ids[3], ids[1], ids[0], ids[2]]);
  });

  it('does not repeat within one millisecond, across the edge of its random pool', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => uuidv7(at))).size).toBe(20_000);
  });
});

describe('a UUID from a hash', () => {
  it.each([
    ['transfer-fees NGN', '8', '923c74dc-b02d-877d-88b3-5bf6c67cfadb'],
    ['transfer-fees NGN', 'a', '923c74dc-b02d-877d-a8b3-5bf6c67cfadb'],
    ['a\nb', 'a', '7e18f737-311b-8dc3-a2f2-69dd78396b03'],
  ] as const)('turns %j with variant %s into %s', (text, variant, id) => {
    expect(uuidFromHash(text, variant)).toBe(id);
    expect(isUuid(id)).toBe(true);
  });

  it('has variant a where none is named', () =>
    expect(uuidFromHash('a\nb')).toBe('7e18f737-311b-8dc3-a2f2-69dd78396b03'));

  it('is written from the first 32 digits', () =>
    expect(uuidText(`${'0123456789abcdef'.repeat(2)}ff`)).toBe('01234567-89ab-cdef-0123-456789abcdef'));
});

describe('random text', () => {
  it('is URL-safe and as long as asked', () => {
    expect(randomToken(32)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(randomAlphanumeric(22)).toMatch(/^[A-Za-z0-9]{22}$/);
  });

  it('uses every letter and digit about equally often', () => {
    const counts = new Map<string, number>();
    for (const letter of randomAlphanumeric(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 of each are expected, with a deviation of about 32: 200 away is past any accident, modulo bias is 250.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });
});

describe('isUuid', () => {
  it.each([
    ['01939d2f-0000-7000-8000-000000000000', true],
    ['01939D2F-0000-7000-8000-000000000000', true],
    ['01939d2f000070008000000000000000', false],
    ['{01939d2f-0000-7000-8000-000000000000}', false],
    ['01939d2f-0000-7000-8000-00000000000g', false],
    ['01939d2f-0000-7000-8000-000000000000\n', false],
    ['', false],
    [7, false],
    [null, false],
    [['01939d2f-0000-7000-8000-000000000000'], false],
  ])('%p: %p', (value, expected) => {
    expect(isUuid(value)).toBe(expected);
  });
});
