import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { type Mode, sha256 } from '@app/kernel';

/**
 * The secret in the portal's address: 256 bits, derived from the escrow's id with a key outside the database,
 * so that the address can be mailed again while the database stores only its hash.
 */
@Injectable()
export class EscrowTokensService {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'escrow portal token');
  }

  tokenOf(escrowId: string): string {
    return createHmac('sha256', this.key).update(escrowId).digest('base64url');
  }

  /** The portal's address; its holder acts for the buyer. */
  addressOf(escrowId: string, mode: Mode): string {
    const { checkout, sandbox } = this.config.urls;
    return `${mode === 'live' ? checkout : sandbox}/escrow/${this.tokenOf(escrowId)}`;
  }

  /** The hash of the escrow's token, as the database stores it. */
  hashOf(escrowId: string): Buffer {
    return sha256(this.tokenOf(escrowId));
  }
}
