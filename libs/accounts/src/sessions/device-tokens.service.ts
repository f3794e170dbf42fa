import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { uuidText } from '@app/kernel';

const UUID_BYTES = 16;
const MAC_BYTES = 32;

/**
 * Tokens that show that a device was signed in to an account before. They give no access: the limit of failed sign-ins
 * counts such a device by itself. Each is derived from a session, so that none is stored.
 */
@Injectable()
export class DeviceTokensService {
  private readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.JWT_SECRET, 'known device');
  }

  tokenOf(userId: string, sessionId: string): string {
    const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.macOf(userId, id)]).toString('base64url');
  }

  /** The device that the token is of; null where it is none of this user. */
  deviceOf(userId: string, token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== UUID_BYTES + MAC_BYTES) return null;
    const id = bytes.subarray(0, UUID_BYTES);
    return timingSafeEqual(bytes.subarray(UUID_BYTES), this.macOf(userId, id))
      ? uuidText(id.toString('hex'))
      : null;
  }

  private macOf(userId: string, id: Buffer): Buffer {
    return createHmac('sha256', this.key).update(userId).update(id).digest();
  }
}
