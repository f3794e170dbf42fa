import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import type { Mode } from '@app/kernel';

const ID_BYTES = 16;
const MAC_BYTES = 32;

/**
 * The secret in the address of a subscription's page: its internal id, signed with a key outside the database. A forged
 * token is refused without a query.
 */
@Injectable()
export class SubscriptionTokensService {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'subscription page token');
  }

  tokenOf(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    return Buffer.concat([bytes, this.macOf(bytes)]).toString('base64url');
  }

  /** The internal id in a token; null where its signature is not ours. */
  idOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const id = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(this.macOf(id), bytes.subarray(ID_BYTES))) return null;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** The address at which the customer sees and changes the subscription. */
  urlOf({ id, mode }: { id: string; mode: Mode }): string {
    const { checkout, sandbox } = this.config.urls;
    return `${mode === 'live' ? checkout : sandbox}/subscription/${this.tokenOf(id)}`;
  }

  private macOf(id: Buffer): Buffer {
    return createHmac('sha256', this.key).update(id).digest();
  }
}
