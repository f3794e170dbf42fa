import { createPublicKey, verify } from 'node:crypto';
import { Config } from './config';
import { SigningKey } from './signing-key';

const keyOf = (letter: string) => new SigningKey(Config.from({ STATEMENT_SIGNING_KEY: letter.repeat(40) }));

describe('The signing key', () => {
  const key = keyOf('a');

  it('makes signatures that the public key verifies', () => {
    const signature = Buffer.from(key.sign('ünd'), 'base64');
    const publicKey = createPublicKey(key.publicKey);
    expect(publicKey.asymmetricKeyType).toBe('ed25519');
    expect(verify(null, Buffer.from('ünd'), publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.from('und'), publicKey, signature)).toBe(false);
  });

  it('is the same after a restart, and another for another secret', () => {
    expect([keyOf('a').publicKey, keyOf('a').keyId]).toEqual([key.publicKey, key.keyId]);
    expect(keyOf('b').keyId).not.toBe(key.keyId);
    expect(key.keyId).toMatch(/^[0-9a-f]{16}$/);
  });

  it('signs no more once retired, and is still recognised', () => {
    const [, line] = key.publicKey.split('\n');
    const next = new SigningKey(
      Config.from({ STATEMENT_SIGNING_KEY: 'b'.repeat(40), RETIRED_STATEMENT_KEYS: line }),
    );
    expect(next.hasSigned('text', key.sign('text'), key.keyId)).toBe(true);
    expect(next.hasSigned('text', key.sign('text'))).toBe(false);
    expect(next.retired).toEqual([{ keyId: key.keyId, publicKey: key.publicKey }]);
    expect(keyOf('b').hasSigned('text', key.sign('text'), key.keyId)).toBe(false);
  });

  it.each([
    ['its own', 'text', key.sign('text'), true],
    ["another key's", 'text', keyOf('b').sign('text'), false],
    ['one of another text', 'text', key.sign('other'), false],
    ['none at all', 'text', '', false],
    ['no base64', 'text', '%%%', false],
  ])('recognises %s', (_, text, signature, expected) => {
    expect(key.hasSigned(text, signature)).toBe(expected);
  });
});
