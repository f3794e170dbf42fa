import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import type { PayableSession, PaymentAdmission } from '@app/checkout';
import type { Mode } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { kybRequired } from './collecting.errors';

/** What an account lacks before payers can pay its invoices and links; null: nothing. */
export type Need = 'kyb' | null;

/** Live money is collected for businesses that compliance has approved; test mode asks for nothing. */
@Injectable()
export class CollectingService implements PaymentAdmission {
  constructor(private readonly directory: UserDirectoryQueries) {}

  async needOf({ ownerId, mode }: { ownerId: string; mode: Mode }): Promise<Need> {
    if (mode === 'test') return null;
    return (await this.directory.standingOf(ownerId))?.kybStatus === 'approved' ? null : 'kyb';
  }

  async admit(session: PayableSession): Promise<Prepared<void>> {
    await this.require(session);
    return new Prepared(() => undefined);
  }

  /** Throws KYB_REQUIRED before the approval. */
  async require(collector: { ownerId: string; mode: Mode }): Promise<void> {
    if ((await this.needOf(collector)) !== null) throw kybRequired();
  }
}
