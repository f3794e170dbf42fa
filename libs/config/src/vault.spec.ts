import { Config } from './config';
import { Vault } from './vault';

const vaultWith = (key: string) =>
  new Vault(Config.from({ NODE_ENV: 'test', ENCRYPTION_KEY: key.repeat(32) }));

describe('the vault', () => {
  const vault = vaultWith('a');

  it('gives back what it sealed, for the same purpose and row', () => {
    const sealed = vault.seal('whsec_ünicode', 'webhook-secret', 'row-1');
    expect(vault.unseal(sealed, 'webhook-secret', 'row-1')).toBe('whsec_ünicode');
  });

  it('shows nothing of the text, and seals the same text differently each time', () => {
    const sealed = vault.seal('plain text', 'p', 'r');
    expect(sealed.includes('plain')).toBe(false);
    expect(vault.seal('plain text', 'p', 'r').equals(sealed)).toBe(false);
  });

  it.each([
    ['purpose', 'q', 'r'],
    ['row', 'p', 's'],
    // "p" + "\0r" and "p\0" + "r" must not be one text.
    ['split between the two', 'p\0', 'r'],
  ])('does not open for another %s', (_what, purpose, row) => {
    expect(() => vault.unseal(vault.seal('text', 'p', 'r'), purpose, row)).toThrow();
  });

  it('notices a change of any byte', () => {
    const sealed = vault.seal('text', 'p', 'r');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => vault.unseal(changed, 'p', 'r')).toThrow();
    }
  });

  it('says when a value was sealed under another key', () => {
    const sealed = vaultWith('b').seal('text', 'p', 'r');
    expect(() => vault.unseal(sealed, 'p', 'r')).toThrow('sealed under another encryption key');
  });

  it('keeps bytes as they are', () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    expect(vault.unsealBytes(vault.seal(bytes, 'p', 'r'), 'p', 'r').equals(bytes)).toBe(true);
  });

  it('reads values of retired keys, and seals under the current one', () => {
    const old = vaultWith('b').seal('text', 'p', 'r');
    const rotated = new Vault(
      Config.from({
        NODE_ENV: 'test',
        ENCRYPTION_KEY: 'a'.repeat(32),
        RETIRED_ENCRYPTION_KEYS: `${'c'.repeat(32)},${'b'.repeat(32)}`,
      }),
    );
    expect(rotated.unseal(old, 'p', 'r')).toBe('text');
    const renewed = rotated.seal('text', 'p', 'r');
    expect(renewed.subarray(0, 4)).toEqual(rotated.currentKeyId);
    expect(vault.unseal(renewed, 'p', 'r')).toBe('text');
  });

  it.each([0, 4, 16, 31])('refuses a value of %d bytes', (length) => {
    const sealed = vault.seal('', 'p', 'r').subarray(0, length);
    expect(() => vault.unseal(sealed, 'p', 'r')).toThrow();
  });
});
