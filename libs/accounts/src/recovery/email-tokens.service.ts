import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { uuidText } from '@app/kernel';

const UUID_BYTES = 16;
const MAC_BYTES = 32;
const CODES = 1_000_000;

/**
 * The codes and tokens that are sent by mail. Each is derived from the id of its row under a key that is not in the
 * database: no row, event or queued mail ever holds one, and a mail that is sent again carries the same.
 */
@Injectable()
export class EmailTokens {
  private readonly codeKey: Buffer;
  private readonly resetKey: Buffer;

  constructor({ env }: Config) {
    this.codeKey = derivedKey(env.JWT_SECRET, 'e-mail code');
    this.resetKey = derivedKey(env.JWT_SECRET, 'password reset');
  }

  /** The six digits of a verification code. */
  codeOf(codeId: string): string {
    const number =
      createHmac('sha256', this.codeKey).update(codeId).digest().readBigUInt64BE() % BigInt(CODES);
    return number.toString().padStart(6, '0');
  }

  isCodeOf(codeId: string, code: string): boolean {
    const [given, right] = [Buffer.from(code), Buffer.from(this.codeOf(codeId))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  resetTokenOf(resetId: string): string {
    const id = Buffer.from(resetId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.resetMac(id)]).toString('base64url');
  }

  /** The reset a token is for; null where we never made such a token. */
  resetIdOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== UUID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const id = bytes.subarray(0, UUID_BYTES);
    if (!timingSafeEqual(bytes.subarray(UUID_BYTES), this.resetMac(id))) return null;
    return uuidText(id.toString('hex'));
  }

  private resetMac(id: Buffer): Buffer {
    return createHmac('sha256', this.resetKey).update(id).digest();
  }
}
