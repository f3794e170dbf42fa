import { Inject, Injectable } from '@nestjs/common';
import { isCountedRefund } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { EscrowChargebacksService } from '@app/escrow';
import type { Pool } from 'pg';
import type { Chargeback } from './chargeback.aggregate';
import { commentRequired, noSuchFiles, refundedInPart } from './chargeback.errors';
import { ChargebackFilesStore } from './chargeback-files.store';
import { ChargebackRepository } from './chargeback.repository';
import type { ChargebackDecision } from './chargeback.states';

export interface GivenAnswer {
  decision: ChargebackDecision;
  comment: string | null;
  fileIds: readonly string[];
}

/** Answers chargebacks, for owners and for staff. */
@Injectable()
export class ChargebackAnswersService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly chargebacks: ChargebackRepository,
    private readonly escrows: EscrowChargebacksService,
    private readonly files: ChargebackFilesStore,
  ) {}

  /**
   * Stages the answer in the current unit of work. What has gone back already is not accepted a second time: such a
   * chargeback can only be contested.
   */
  async answer(
    chargeback: Chargeback,
    { decision, comment, fileIds }: GivenAnswer,
    now: Date,
  ): Promise<void> {
    if (decision === 'contest' && comment === null && fileIds.length === 0) throw commentRequired();
    if (decision === 'accept' && !chargeback.excess.isZero)
      throw refundedInPart(await this.refundsOf(chargeback));
    chargeback.respond(decision, comment, now);
    if (!(await this.files.choose(chargeback.id, fileIds))) throw noSuchFiles();
    if (decision === 'accept' && chargeback.escrowId !== null)
      await this.escrows.takeBack(chargeback.escrowId, now);
    this.chargebacks.save(chargeback);
  }

  /** Public ids of what has gone back of the payment, for the company too. */
  async refundsOf({ paymentId }: Pick<Chargeback, 'paymentId'>): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT refund_id AS id FROM refunds WHERE payment_id = $1 AND ${isCountedRefund('refunds')} ORDER BY created_at, id`,
      [paymentId],
    );
    return rows.map(({ id }) => id);
  }
}
