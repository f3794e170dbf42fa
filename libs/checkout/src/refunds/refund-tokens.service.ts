import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { type Mode, sha256 } from '@app/kernel';

/**
 * The secret in the address on which a payer names an account: 256 bits, derived from the id of the refund with a key
 * outside the database, so that the address can be mailed again while the database stores only its hash.
 */
@Injectable()
export class RefundTokensService {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'refund account token');
  }

  tokenOf(id: string): string {
    return createHmac('sha256', this.key).update(id).digest('base64url');
  }

  /** Its holder names the account that is refunded. */
  addressOf(id: string, mode: Mode): string {
    const { checkout, sandbox } = this.config.urls;
    return `${mode === 'live' ? checkout : sandbox}/refund/${this.tokenOf(id)}`;
  }

  /** As the database stores it. */
  hashOf(id: string): Buffer {
    return sha256(this.tokenOf(id));
  }

  /** For integrators, because test mode sends no mail; null where no account is awaited. */
  testAddressOf({ id, mode, stage }: { id: string; mode: Mode; stage: string | null }): string | null {
    return mode === 'test' && stage === 'awaiting_account' ? this.addressOf(id, mode) : null;
  }
}
