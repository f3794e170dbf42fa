import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Config } from './config';
import { derivedKey } from './derived-key';

/** DER in front of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_ID_DIGITS = 16;

/** Signs what others check without asking us (statements) and what a database cannot forge (daily closes): Ed25519. */
export class SigningKey {
  /** PEM (SPKI). */
  readonly publicKey: string;
  /** The first digits of SHA-256 over the public key's DER. */
  readonly keyId: string;
  private readonly secretHalf: KeyObject;
  private readonly publicHalf: KeyObject;

  constructor({ env }: Config) {
    const seed = derivedKey(env.STATEMENT_SIGNING_KEY, 'ed25519 signing key');
    const key = Buffer.concat([PKCS8_PREFIX, seed]);
    this.secretHalf = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    this.publicHalf = createPublicKey(this.secretHalf);
    this.publicKey = this.publicHalf.export({ format: 'pem', type: 'spki' }).toString();
    const der = this.publicHalf.export({ format: 'der', type: 'spki' });
    this.keyId = createHash('sha256').update(der).digest('hex').slice(0, KEY_ID_DIGITS);
  }

  /** Base64, over the text's UTF-8 bytes. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.secretHalf).toString('base64');
  }

  hasSigned(text: string, signature: string): boolean {
    return verify(null, Buffer.from(text), this.publicHalf, Buffer.from(signature, 'base64'));
  }
}
