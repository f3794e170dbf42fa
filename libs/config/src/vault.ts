import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from './config';
import { derivedKey } from './derived-key';

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface VaultKey {
  id: Buffer;
  key: Buffer;
}

/**
 * Encrypts secrets that the database keeps (TOTP seeds, webhook secrets, keys of documents) with AES-256-GCM. A value is
 * bound to the purpose and the row it was sealed for, so that a copy in another row cannot be unsealed. It begins with
 * the id of its key, so that values under a retired key can be read and sealed again.
 */
export class Vault {
  private readonly current: VaultKey;
  private readonly keys: readonly VaultKey[];

  constructor({ env }: Config) {
    this.keys = [env.ENCRYPTION_KEY, ...env.RETIRED_ENCRYPTION_KEYS].map(vaultKeyOf);
    this.current = this.keys[0]!;
  }

  /** The first bytes of every value sealed under the current key. */
  get currentKeyId(): Buffer {
    return this.current.id;
  }

  seal(plain: string | Buffer, purpose: string, rowId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(purpose, rowId));
    const bytes = typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain;
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([this.current.id, nonce, body, cipher.getAuthTag()]);
  }

  /** Throws when the value was sealed under an unknown key, for another purpose or row, or was changed since. */
  unseal(sealed: Buffer, purpose: string, rowId: string): string {
    return this.unsealBytes(sealed, purpose, rowId).toString('utf8');
  }

  /** As `unseal`, for values that are not text. */
  unsealBytes(sealed: Buffer, purpose: string, rowId: string): Buffer {
    const keyId = sealed.subarray(0, KEY_ID_BYTES);
    const known = this.keys.find(({ id }) => id.equals(keyId));
    if (!known) throw new Error('sealed under another encryption key');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', known.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(purpose, rowId));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }
}

function vaultKeyOf(secret: string): VaultKey {
  return {
    key: derivedKey(secret, 'vault'),
    id: derivedKey(secret, 'vault key id').subarray(0, KEY_ID_BYTES),
  };
}

function boundTo(purpose: string, rowId: string): Buffer {
  return Buffer.from(`${purpose}\0${rowId}`);
}
