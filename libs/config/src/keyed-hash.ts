import { hash } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;
/** A digest in this encoding needs no memory outside the heap. */
const AS_TEXT = 'binary';

/**
 * HMAC-SHA-256 of texts under one key (RFC 2104), needed by every request. Two plain hashes cost less than half of
 * `createHmac`, which creates a native object for each text.
 */
export class KeyedHash {
  private readonly innerPad: Uint8Array;
  /** The outer pad, and room for the inner digest. */
  private readonly outer = Buffer.alloc(BLOCK + DIGEST);

  /** `key` has at most 64 bytes, one block: derived keys have 32. */
  constructor(key: Buffer) {
    if (key.length > BLOCK) throw new Error('A key longer than a block would have to be hashed first.');
    const padded = Buffer.concat([key], BLOCK);
    this.innerPad = padded.map((byte) => byte ^ 0x36);
    this.outer.set(padded.map((byte) => byte ^ 0x5c));
  }

  digest(text: string): Buffer {
    const inner = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
    inner.set(this.innerPad);
    inner.write(text, BLOCK);
    this.outer.write(hash('sha256', inner, AS_TEXT), BLOCK, AS_TEXT);
    return Buffer.from(hash('sha256', this.outer, AS_TEXT), AS_TEXT);
  }
}
