import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { type Mode, randomAlphanumeric } from '@app/kernel';

/** `cs_live_…`: 130 random bits after the prefix. */
export function newSessionId(mode: Mode): string {
  return `cs_${mode}_${randomAlphanumeric(22)}`;
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The secret in a session's address: 256 bits, derived from the session's id with a key kept outside the database,
 * so that the address can be given again while the database holds no more than a hash of it.
 */
@Injectable()
export class SessionTokensService {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.env.ENCRYPTION_KEY, '', 'checkout session token', 32));
  }

  tokenOf(sessionId: string): string {
    return createHmac('sha256', this.key).update(sessionId).digest('base64url');
  }

  /** Where the buyer pays. */
  urlOf({ sessionId, mode }: { sessionId: string; mode: Mode }): string {
    return `${this.baseUrl(mode)}/pay/${this.tokenOf(sessionId)}`;
  }

  /** Where a bank sends the buyer back to. */
  returnUrlOf(session: { sessionId: string; mode: Mode }): string {
    return `${this.urlOf(session)}/return`;
  }

  private baseUrl(mode: Mode): string {
    return mode === 'live' ? this.config.urls.checkout : this.config.urls.sandbox;
  }
}
