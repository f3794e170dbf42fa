import { Scheduled } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { LedgerVerificationService } from '../proofs/ledger-verification.service';
import { LedgerVerificationsStore, VERIFY_LEDGER } from '../proofs/ledger-verifications.store';

/** Attempts of one verification, for the case that processes end or the database fails. */
const MAX_ATTEMPTS = 3;

/**
 * Runs the verification that staff have requested. Any number of these jobs may run at once: a lock in the database
 * lets one of them verify, and PostgreSQL releases it if that process is killed.
 */
@Injectable()
@Scheduled({ every: '2s', name: VERIFY_LEDGER })
export class VerifyLedger {
  constructor(
    private readonly verification: LedgerVerificationService,
    private readonly verifications: LedgerVerificationsStore,
  ) {}

  /** Stops at `signal` and leaves the verification to the next scheduler. */
  async run(signal: AbortSignal): Promise<void> {
    const id = await this.verifications.open();
    if (!id) return;
    let isBegun = false;
    const begin = async () => (isBegun = await this.begin(id));
    try {
      const finish = this.verifications.finish.bind(this.verifications, id);
      await this.verification.verifyAlone(begin, (report) => finish({ report }), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (isBegun) await this.verifications.release(id);
    }
  }

  private async begin(id: string): Promise<boolean> {
    const attempt = await this.verifications.begin(id);
    if (attempt === null) return false;
    if (attempt <= MAX_ATTEMPTS) return true;
    const error = `The verification was interrupted ${MAX_ATTEMPTS} times; the log of the scheduler says why.`;
    await this.verifications.finish(id, { error });
    return false;
  }
}
