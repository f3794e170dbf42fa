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
  /** By key id: today's and those that have been retired. */
  private readonly known = new Map<string, KeyObject>();

  constructor({ env }: Config) {
    const seed = derivedKey(env.STATEMENT_SIGNING_KEY, 'ed25519 signing key');
    const key = Buffer.concat([PKCS8_PREFIX, seed]);
    this.secretHalf = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const publicHalf = createPublicKey(this.secretHalf);
    this.publicKey = pemOf(publicHalf);
    this.keyId = keyIdOf(publicHalf);
    const retired = env.RETIRED_STATEMENT_KEYS.map((der) =>
      createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' }),
    );
    for (const known of [...retired, publicHalf]) this.known.set(keyIdOf(known), known);
  }

  /** Keys that sign no more and still prove what they have signed. */
  get retired(): { keyId: string; publicKey: string }[] {
    return [...this.known]
      .filter(([keyId]) => keyId !== this.keyId)
      .map(([keyId, known]) => ({ keyId, publicKey: pemOf(known) }));
  }

  /** Base64, over the text's UTF-8 bytes. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.secretHalf).toString('base64');
  }

  /** The same for long content: signs outside the event loop. */
  signContent(content: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      sign(null, content, this.secretHalf, (error, signature) =>
        error ? reject(error) : resolve(signature.toString('base64')),
      );
    });
  }

  /** Whether this key, or the retired one named, made the signature. */
  hasSigned(text: string, signature: string, keyId = this.keyId): boolean {
    const known = this.known.get(keyId);
    return known !== undefined && verify(null, Buffer.from(text), known, Buffer.from(signature, 'base64'));
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

function keyIdOf(key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' });
  return createHash('sha256').update(der).digest('hex').slice(0, KEY_ID_DIGITS);
}
