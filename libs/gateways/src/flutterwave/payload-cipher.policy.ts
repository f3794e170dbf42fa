import { createCipheriv, createDecipheriv } from 'node:crypto';

// The protocol prescribes this cipher. TLS protects the transport; this keeps card data out of the gateway's edge
// logs.
const ALGORITHM = 'des-ede3-ecb';
const KEY_BYTES = 24;

/** Throws if the key does not have 24 bytes. The error does not contain the key. */
export function assertEncryptionKey(key: string): void {
  if (Buffer.byteLength(key) !== KEY_BYTES)
    throw new Error(`the gateway encryption key must be ${KEY_BYTES} bytes`);
}

/** A charge as the `client` field of the protocol: JSON, 3DES-ECB with PKCS#7 padding, base64. */
export function encryptPayload(payload: object, key: string): string {
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key), null);
  return Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]).toString('base64');
}

/** Decrypts a payload. Throws if the key is wrong or the text is not a payload. */
export function decryptPayload(client: string, key: string): Record<string, unknown> {
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key), null);
  const text = Buffer.concat([decipher.update(client, 'base64'), decipher.final()]).toString('utf8');
  const payload: unknown = JSON.parse(text);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw new Error('not a payload');
  return payload as Record<string, unknown>;
}
