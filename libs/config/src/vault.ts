import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from './config';
import { derivedKey } from './derived-key';

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the database keeps (TOTP seeds, webhook secrets) with AES-256-GCM. A value is bound to the
 * purpose and the row it was sealed for, so that a copy in another row cannot be unsealed. It begins with the id of its
 * key, so that values under an older key can be recognised.
 */
export class Vault {
  private readonly key: Buffer;
  private readonly keyId: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.ENCRYPTION_KEY, 'vault');
    this.keyId = derivedKey(env.ENCRYPTION_KEY, 'vault key id').subarray(0, KEY_ID_BYTES);
  }

  seal(plain: string, purpose: string, rowId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(purpose, rowId));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([this.keyId, nonce, body, cipher.getAuthTag()]);
  }

  /** Throws when the value was sealed under another key, for another purpose or row, or was changed since. */
  unseal(sealed: Buffer, purpose: string, rowId: string): string {
    if (!sealed.subarray(0, KEY_ID_BYTES).equals(this.keyId))
      throw new Error('sealed under another encryption key');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(purpose, rowId));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }
}

function boundTo(purpose: string, rowId: string): Buffer {
  return Buffer.from(`${purpose}\0${rowId}`);
}
