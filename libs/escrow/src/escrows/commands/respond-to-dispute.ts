import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times, isUuid, notFound } from '@app/kernel';
import type { EscrowFacts } from '../escrow.view';
import { EscrowAccessService, type EscrowRequester, type EscrowWithRole } from '../escrow-access.service';
import type { EscrowDispute } from '../escrow-dispute.aggregate';
import { EscrowDisputeRepository } from '../escrow-dispute.repository';
import { EscrowRepository } from '../escrow.repository';

/** The other party answers a dispute, once. */
export class RespondToDispute extends Command<EscrowFacts> {
  constructor(
    readonly by: EscrowRequester,
    readonly response: string,
    /** Required of accounts; a portal's token identifies one escrow. */
    readonly disputeUuid?: string,
  ) {
    super();
  }
}

@CommandHandler(RespondToDispute)
export class RespondToDisputeHandler implements ICommandHandler<RespondToDispute> {
  constructor(
    private readonly access: EscrowAccessService,
    private readonly escrows: EscrowRepository,
    private readonly disputes: EscrowDisputeRepository,
    private readonly times: Times,
  ) {}

  async execute({ by, response, disputeUuid }: RespondToDispute): Promise<EscrowFacts> {
    const { escrow, role, parties, dispute } = await this.find(by, disputeUuid);
    dispute.respond(role, response, await this.times.of(escrow));
    escrow.answered(dispute, parties);
    this.escrows.save(escrow);
    this.disputes.save(dispute);
    return { escrow, dispute, parties, role };
  }

  private async find(
    by: EscrowRequester,
    disputeUuid?: string,
  ): Promise<EscrowWithRole & { dispute: EscrowDispute }> {
    const isPortal = 'portalToken' in by;
    const named = isUuid(disputeUuid) ? await this.disputes.findOneBy({ id: disputeUuid }) : null;
    const side = await this.access.sideOf(by, named?.escrowId);
    const dispute = isPortal && side ? await this.disputes.findOneBy({ escrowId: side.escrow.id }) : named;
    if (!side || !dispute) throw notFound('Dispute');
    return { ...side, dispute };
  }
}
