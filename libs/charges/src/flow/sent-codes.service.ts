import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { CodeMode, SubmittedCode } from '../charge/charge';

const KEPT_MS = 10 * 60_000;
const MAX_CODES_KEPT = 10_000;

/**
 * Recognises a code that was sent for a charge before, so that a repeated request does not send a PIN as the one-time
 * password of the next step. Keeps keyed hashes in the memory of this process for ten minutes; the key is random.
 */
@Injectable()
export class SentCodesService {
  private readonly key = randomBytes(32);
  /** Times in ms by hash, oldest first. */
  private readonly sentAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** A code that a caller submits under one of the charge's handles. */
  submitted(gwRef: string, code: string, mode?: CodeMode): SubmittedCode {
    return { gwRef, mode, wasSentFor: (chargeId) => this.has(this.hashOf(chargeId, code)) };
  }

  remember(chargeId: string, code: string): void {
    const hash = this.hashOf(chargeId, code);
    this.sentAt.delete(hash);
    this.sentAt.set(hash, this.now());
    for (const [oldest, at] of this.sentAt) {
      if (this.sentAt.size <= MAX_CODES_KEPT && at > this.now() - KEPT_MS) return;
      this.sentAt.delete(oldest);
    }
  }

  private has(hash: string): boolean {
    const at = this.sentAt.get(hash);
    return at !== undefined && at > this.now() - KEPT_MS;
  }

  private hashOf(chargeId: string, code: string): string {
    return createHmac('sha256', this.key).update(`${chargeId} ${code}`).digest('base64');
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
