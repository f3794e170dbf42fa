import { Injectable } from '@nestjs/common';
import { Page } from '@app/http';
import { Clock, isUuid, notFound, parseMajorToMinor } from '@app/kernel';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThanOrEqual, Not } from 'typeorm';
import { decidesStranger } from './escrow.errors';
import { EscrowQueries } from './escrow.queries';
import type { DisputeStatus, Resolution } from './escrow.states';
import { escrowJson } from './escrow.view';
import { EscrowAccess } from './escrow-access';
import { EscrowDispute } from './escrow-dispute.aggregate';
import { EscrowDisputes } from './escrow-disputes';
import { EscrowPayees } from './escrow-payees';
import { Escrows } from './escrows';

/** What staff decide of a dispute. */
export interface DisputeDecision {
  disputeUuid: string;
  resolution: Resolution;
  /** Of a split, in major units of the escrow's currency. */
  beneficiaryAmount?: number | string;
  note: string;
}

/** An escrow as staff see it. */
export type DisputedEscrow = ReturnType<typeof escrowJson>;

/** Staff's side of disputes. Those of test mode are nobody's to decide: no money hangs on them. */
@Injectable()
export class EscrowResolutions {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly escrows: Escrows,
    private readonly disputes: EscrowDisputes,
    private readonly queries: EscrowQueries,
    private readonly access: EscrowAccess,
    private readonly payees: EscrowPayees,
    private readonly clock: Clock,
  ) {}

  /** Those to be resolved soonest first; `late`: past their time alone; without a status, all that are undecided. */
  async list(
    { status, late }: { status?: DisputeStatus; late: boolean },
    page: number,
    perPage: number,
  ): Promise<Page<DisputedEscrow>> {
    const now = this.clock.now();
    const [disputes, total] = await this.dataSource.manager.findAndCount(EscrowDispute, {
      where: {
        ...{ mode: 'live', status: status ?? Not('resolved') },
        ...(late && { resolveBy: LessThanOrEqual(now) }),
      },
      order: { resolveBy: 'ASC', id: 'ASC' },
      ...{ skip: (page - 1) * perPage, take: perPage },
    });
    const found = await this.escrows.findBy({ id: In(disputes.map(({ escrowId }) => escrowId)) });
    const byId = new Map(found.map((escrow) => [escrow.id, escrow]));
    const sides = await this.queries.withSides(disputes.map(({ escrowId }) => byId.get(escrowId)!));
    const shown = sides.map(({ escrow, dispute, parties }) => escrowJson(escrow, dispute, parties, now));
    return new Page(shown, total, page, perPage);
  }

  /**
   * Decides a dispute, and with it the escrow, in the current unit of work. Throws NOT_FOUND, FORBIDDEN where `staffId` is
   * a party, INVALID_STATE where it is decided, and VALIDATION_ERROR for a share that cannot be.
   */
  async resolve(staffId: string, decision: DisputeDecision): Promise<DisputedEscrow> {
    const { disputeUuid, resolution, beneficiaryAmount, note } = decision;
    const dispute = isUuid(disputeUuid)
      ? await this.disputes.findOneBy({ id: disputeUuid, mode: 'live' })
      : null;
    if (!dispute) throw notFound('Dispute');
    const escrow = await this.escrows.byId(dispute.escrowId);
    if (escrow.roleOf(staffId)) throw decidesStranger();
    const beneficiaryMinor = beneficiaryAmount === undefined ? null : parseMajorToMinor(beneficiaryAmount);
    const parties = await this.access.partiesOf(escrow);
    const accountId = resolution === 'refund' ? null : await this.payees.accountOf(escrow);
    const now = this.clock.now();
    escrow.resolve(dispute, { resolution, beneficiaryMinor, note }, parties, accountId, now);
    this.escrows.save(escrow);
    this.disputes.save(dispute);
    return escrowJson(escrow, dispute, parties, now);
  }
}
