import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { uuidText } from '@app/kernel';

const UUID_BYTES = 16;
const MAC_BYTES = 32;
const SECONDS_BYTES = 6;
const CODES = 1_000_000;

/** What the link of a security mail names: the account, the event that the mail reports, and when it was issued. */
export interface ReportLink {
  userId: string;
  eventId: string;
  issuedAt: Date;
}

/**
 * The codes and tokens that are sent by mail or text message. Each is derived from the id of its row under a key that is not in the
 * database: no row, event or queued mail ever holds one, and a mail that is sent again carries the same.
 */
@Injectable()
export class EmailTokensService {
  private readonly codeKey: Buffer;
  private readonly phoneKey: Buffer;
  private readonly resetKey: Buffer;
  private readonly reportKey: Buffer;

  constructor({ env }: Config) {
    this.codeKey = derivedKey(env.JWT_SECRET, 'e-mail code');
    this.phoneKey = derivedKey(env.JWT_SECRET, 'phone code');
    this.resetKey = derivedKey(env.JWT_SECRET, 'password reset');
    this.reportKey = derivedKey(env.JWT_SECRET, 'account report');
  }

  /** The six digits of a code for an e-mail address. */
  codeOf(codeId: string): string {
    return digitsOf(this.codeKey, codeId);
  }

  isCodeOf(codeId: string, code: string): boolean {
    return isSame(code, this.codeOf(codeId));
  }

  /** The six digits of a code for a phone number. */
  phoneCodeOf(codeId: string): string {
    return digitsOf(this.phoneKey, codeId);
  }

  isPhoneCodeOf(codeId: string, code: string): boolean {
    return isSame(code, this.phoneCodeOf(codeId));
  }

  resetTokenOf(resetId: string): string {
    const id = bytesOf(resetId);
    return Buffer.concat([id, macOf(this.resetKey, id)]).toString('base64url');
  }

  /** The reset a token is for; null where we never made such a token. */
  resetIdOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== UUID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const id = bytes.subarray(0, UUID_BYTES);
    if (!timingSafeEqual(bytes.subarray(UUID_BYTES), macOf(this.resetKey, id))) return null;
    return uuidText(id.toString('hex'));
  }

  /** The token of the link "this was not me" in a security mail. */
  reportTokenOf({ userId, eventId, issuedAt }: ReportLink): string {
    const seconds = Buffer.alloc(SECONDS_BYTES);
    seconds.writeUIntBE(Math.floor(issuedAt.getTime() / 1000), 0, SECONDS_BYTES);
    const named = Buffer.concat([bytesOf(userId), bytesOf(eventId), seconds]);
    return Buffer.concat([named, macOf(this.reportKey, named)]).toString('base64url');
  }

  /** What a token names, of any age; null where we never made such a token. */
  reportOf(token: string): ReportLink | null {
    const bytes = Buffer.from(token, 'base64url');
    const length = 2 * UUID_BYTES + SECONDS_BYTES;
    if (bytes.length !== length + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const named = bytes.subarray(0, length);
    if (!timingSafeEqual(bytes.subarray(length), macOf(this.reportKey, named))) return null;
    return {
      userId: uuidText(named.toString('hex', 0, UUID_BYTES)),
      eventId: uuidText(named.toString('hex', UUID_BYTES, 2 * UUID_BYTES)),
      issuedAt: new Date(named.readUIntBE(2 * UUID_BYTES, SECONDS_BYTES) * 1000),
    };
  }
}

function digitsOf(key: Buffer, codeId: string): string {
  const number = createHmac('sha256', key).update(codeId).digest().readBigUInt64BE() % BigInt(CODES);
  return number.toString().padStart(6, '0');
}

function isSame(code: string, right: string): boolean {
  const [given, expected] = [Buffer.from(code), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function macOf(key: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}
