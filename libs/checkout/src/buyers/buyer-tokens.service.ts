import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';

/**
 * Proof that the holder of a browser has confirmed an e-mail address for a session. It is derived under a key outside
 * the database, so it is valid in every process and after restarts. The merchant, who knows the session's address,
 * does not have it.
 */
@Injectable()
export class BuyerTokens {
  private readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.ENCRYPTION_KEY, 'confirmed buyer');
  }

  tokenOf(sessionId: string, email: string): string {
    return createHmac('sha256', this.key).update(`${sessionId}\n${email}`).digest('base64url');
  }

  isTokenOf(sessionId: string, email: string, token: string): boolean {
    const [given, right] = [Buffer.from(token), Buffer.from(this.tokenOf(sessionId, email))];
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
