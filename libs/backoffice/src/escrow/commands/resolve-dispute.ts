import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type DisputeDecision, type DisputedEscrow, EscrowResolutions } from '@app/escrow';
import { type Actor, AuditLog } from '../../audit-log.service';

/** Decides a dispute at the word of finance staff. */
export class ResolveDispute extends Command<DisputedEscrow> {
  constructor(
    readonly actor: Actor & { staffId: string },
    readonly decision: DisputeDecision,
  ) {
    super();
  }
}

@CommandHandler(ResolveDispute)
export class ResolveDisputeHandler implements ICommandHandler<ResolveDispute> {
  constructor(
    private readonly resolutions: EscrowResolutions,
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, decision }: ResolveDispute): Promise<DisputedEscrow> {
    const escrow = await this.resolutions.resolve(actor.staffId, decision);
    const { resolution, beneficiary_amount, initiator_amount } = escrow.dispute!;
    this.audit.stage(actor, {
      action: 'escrow.resolve',
      subject: decision.disputeUuid,
      before: { escrow: escrow.uuid, status: 'disputed' },
      after: {
        ...{ status: escrow.status, resolution, beneficiary_amount, initiator_amount },
        currency: escrow.currency,
      },
      reason: decision.note,
    });
    return escrow;
  }
}
