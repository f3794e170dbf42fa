import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';

/**
 * The secret in the portal's address: 256 bits, derived from the escrow's id with a key kept outside the database, so
 * that the address can be told again while the database holds no more than a hash of it.
 */
@Injectable()
export class EscrowTokens {
  private readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = Buffer.from(hkdfSync('sha256', env.ENCRYPTION_KEY, '', 'escrow portal token', 32));
  }

  tokenOf(escrowId: string): string {
    return createHmac('sha256', this.key).update(escrowId).digest('base64url');
  }

  /** What the database keeps of the token of the escrow with this id. */
  hashOf(escrowId: string): Buffer {
    return this.hashOfToken(this.tokenOf(escrowId));
  }

  hashOfToken(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }
}
