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

  it.each([0, 4, 16, 31])('refuses a value of %d bytes', (length) => {
    const sealed = vault.seal('', 'p', 'r').subarray(0, length);
    expect(() => vault.unseal(sealed, 'p', 'r')).toThrow();
  });
});
