import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { isUuid } from '@app/kernel';

/**
 * Proof that the holder of a browser has confirmed an e-mail address for a session: the id of the confirmation with
 * its MAC under a key outside the database, so it is valid in every process and after restarts. Each confirmation has
 * another token, so neither the merchant nor a second holder of the code can act for the first.
 */
@Injectable()
export class BuyerTokensService {
  private readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.ENCRYPTION_KEY, 'confirmed buyer');
  }

  tokenOf(sessionId: string, email: string, proofId: string): string {
    const mac = createHmac('sha256', this.key).update(`${sessionId}\n${email}\n${proofId}`);
    return `${proofId}.${mac.digest('base64url')}`;
  }

  /** The id of the confirmation; null where the token is not valid for this session and address. */
  proofOf(sessionId: string, email: string, token: string): string | null {
    const proofId = token.slice(0, token.indexOf('.'));
    if (!isUuid(proofId)) return null;
    const [given, right] = [Buffer.from(token), Buffer.from(this.tokenOf(sessionId, email, proofId))];
    return given.length === right.length && timingSafeEqual(given, right) ? proofId : null;
  }
}
