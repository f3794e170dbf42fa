import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { EscrowAccessService } from '../escrow-access.service';
import { EscrowDisputeRepository } from '../escrow-dispute.repository';
import { EscrowRepository } from '../escrow.repository';

/**
 * Alerts staff, once, of a dispute that is not decided in time. Returns false where it is decided or staff were
 * alerted.
 */
export class AlertOfDispute extends Command<boolean> {
  constructor(readonly disputeId: string) {
    super();
  }
}

@CommandHandler(AlertOfDispute)
export class AlertOfDisputeHandler implements ICommandHandler<AlertOfDispute> {
  constructor(
    private readonly disputes: EscrowDisputeRepository,
    private readonly escrows: EscrowRepository,
    private readonly access: EscrowAccessService,
    private readonly clock: Clock,
  ) {}

  async execute({ disputeId }: AlertOfDispute): Promise<boolean> {
    const dispute = await this.disputes.findOneBy({ id: disputeId });
    if (!dispute) throw notFound('Dispute');
    if (!dispute.alert(this.clock.now())) return false;
    const escrow = await this.escrows.byId(dispute.escrowId);
    escrow.disputeLate(dispute, await this.access.partiesOf(escrow));
    this.escrows.save(escrow);
    this.disputes.save(dispute);
    return true;
  }
}
