import { assertEncryptionKey, decryptPayload, encryptPayload } from './payload-cipher.policy';

const KEY = 'ABCDEFGHIJKLMNOPQRSTUVWX';
const PAYLOAD = { card_number: '4000000000000000', amount: '100.00' };
/** Generated with the openssl command (des-ede3), not with this code. */
const FROM_OPENSSL = '1/ODBF592w0nd88chB2g7F2ua6hQ4vBDiB119mBFWU7lY24jUIOp50uA7EXQAKb6OyLFG+XyTTs=';

describe('the payload cipher', () => {
  it('matches another implementation of 3DES-ECB in both directions', () => {
    expect(encryptPayload(PAYLOAD, KEY)).toBe(FROM_OPENSSL);
    expect(decryptPayload(FROM_OPENSSL, KEY)).toEqual(PAYLOAD);
  });

  it('encrypts text beyond ASCII', () => {
    const payload = { fullname: 'Adébáyọ̀ 李' };
    expect(decryptPayload(encryptPayload(payload, KEY), KEY)).toEqual(payload);
  });

  it('refuses text of another key and text that is not an object', () => {
    expect(() => decryptPayload(FROM_OPENSSL, 'X'.repeat(24))).toThrow();
    expect(() => decryptPayload(encryptPayload([1], KEY), KEY)).toThrow();
    expect(() => decryptPayload('', KEY)).toThrow();
  });

  it.each(['', 'short', `${KEY}Y`, 'é'.repeat(24)])('refuses the key %j without showing it', (key) => {
    expect(() => assertEncryptionKey(key)).toThrow(/^the gateway encryption key must be 24 bytes$/);
  });

  it('accepts a key of 24 bytes', () => {
    expect(() => assertEncryptionKey(KEY)).not.toThrow();
  });
});
