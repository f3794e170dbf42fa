import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import type { Mode } from '@app/kernel';

/**
 * The secret in the portal's address: 256 bits, derived from the escrow's id with a key kept outside the database, so
 * that the address can be told again while the database holds no more than a hash of it.
 */
@Injectable()
export class EscrowTokens {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'escrow portal token');
  }

  tokenOf(escrowId: string): string {
    return createHmac('sha256', this.key).update(escrowId).digest('base64url');
  }

  /** The portal's address. Whoever knows it acts for the buyer. */
  addressOf(escrowId: string, mode: Mode): string {
    const { checkout, sandbox } = this.config.urls;
    return `${mode === 'live' ? checkout : sandbox}/escrow/${this.tokenOf(escrowId)}`;
  }

  /** What the database keeps of the token of the escrow with this id. */
  hashOf(escrowId: string): Buffer {
    return this.hashOfToken(this.tokenOf(escrowId));
  }

  hashOfToken(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }
}
