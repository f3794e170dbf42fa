import { createHmac, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { KeyedHash } from './keyed-hash';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

describe('a keyed hash', () => {
  // RFC 4231, the test cases whose data is text and whose key fits in a block.
  it.each([
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe').toString('hex'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ])('has under the key %s for "%s" the value %s', (key, text, expected) =>
    expect(new KeyedHash(bytes(key)).digest(text)).toEqual(bytes(expected)),
  );

  it('is the HMAC that OpenSSL makes, of every text under every key, one after the other', () => {
    const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 5000 }), { minLength: 1 });
    fc.assert(
      fc.property(key, texts, (given, all) => {
        const keyed = new KeyedHash(Buffer.from(given));
        for (const text of all)
          expect(keyed.digest(text)).toEqual(createHmac('sha256', given).update(text).digest());
      }),
    );
  });

  it('keeps what it made before', () => {
    const keyed = new KeyedHash(randomBytes(32));
    const first = keyed.digest('one');
    const copy = Buffer.from(first);
    keyed.digest('two');
    expect(first).toEqual(copy);
  });

  it('takes no key longer than a block', () =>
    expect(() => new KeyedHash(randomBytes(65))).toThrow('longer than a block'));
});
