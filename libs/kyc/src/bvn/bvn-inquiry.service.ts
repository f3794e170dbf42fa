import { Injectable } from '@nestjs/common';
import { within } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { BvnResult } from './bvn';
import { bvnRegistryAway } from './bvn.errors';
import { BvnRegistry, BvnRegistryAway } from './bvn-registry.port';
import type { BvnVerification } from './bvn-verification.aggregate';
import { BvnVerificationRepository } from './bvn-verification.repository';
import { RecordBvnResult } from './commands/record-bvn-result';
import { VerifiedNumbersService } from './verified-numbers.service';

/** Together with the time limit of the order less than a claimed idempotency key lives. */
const QUESTION_MS = 10_000;

/** Asks the company for the result of a verification. Always safe to repeat. */
@Injectable()
export class BvnInquiryService {
  constructor(
    private readonly registry: BvnRegistry,
    private readonly commands: Commands,
    private readonly verifications: BvnVerificationRepository,
    private readonly numbers: VerifiedNumbersService,
  ) {}

  ask(reference: string): Promise<BvnResult | { kind: 'silent' }> {
    const silent = () => ({ kind: 'silent' }) as const;
    const question = this.registry.result(reference).catch((error: unknown) => {
      if (error instanceof BvnRegistryAway) return silent();
      throw error;
    });
    return within(QUESTION_MS, question, silent);
  }

  /**
   * For an event of the company, which is no proof. Throws GATEWAY_ERROR where the company does not answer, so that it
   * sends the event again.
   */
  async reported(reference: string): Promise<void> {
    const verification = await this.verifications.byReference(reference);
    if (verification?.status !== 'pending') return;
    const result = await this.ask(reference);
    if (result.kind === 'silent') throw bvnRegistryAway();
    await this.record(verification.id, result);
  }

  /** Records a result for which the person does not wait. */
  async record(id: string, result: BvnResult | { kind: 'silent' }): Promise<BvnVerification> {
    const verification = await this.commands.execute(new RecordBvnResult(id, result, true));
    if (result.kind === 'found' && result.record.bvn)
      await this.numbers.passOn(verification, result.record.bvn);
    return verification;
  }
}
