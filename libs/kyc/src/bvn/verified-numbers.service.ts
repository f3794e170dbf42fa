import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { within } from '@app/kernel';
import type { Logger } from 'pino';
import type { Bvn } from './bvn';
import type { BvnVerification } from './bvn-verification.aggregate';

/** How long the request of the person waits. */
const WAIT_MS = 10_000;

/** Who needs a verified number itself, which is never stored. */
export interface BvnRecipient {
  bvnVerified(userId: string, bvn: Bvn): Promise<void>;
}

/** Passes a verified number on while it is in memory. Recipients register at start. */
@Injectable()
export class VerifiedNumbersService {
  private readonly recipients: BvnRecipient[] = [];

  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  register(recipient: BvnRecipient): void {
    this.recipients.push(recipient);
  }

  /** Does nothing unless the verification has ended as verified. A recipient that fails does not undo that. */
  async passOn({ status, userId }: BvnVerification, bvn: Bvn): Promise<void> {
    if (status !== 'verified') return;
    const all = this.recipients.map((recipient) =>
      recipient.bvnVerified(userId, bvn).catch((error: Error) => {
        this.log.error({ userId }, `a verified BVN was not used: ${error.message}`);
      }),
    );
    await within(WAIT_MS, Promise.all(all), () => []);
  }
}
