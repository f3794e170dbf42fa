import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import type { EscrowFacts } from '../escrow.view';
import { EscrowAccessService, type EscrowRequester } from '../escrow-access.service';
import { EscrowDispute, type Grounds } from '../escrow-dispute.aggregate';
import { EscrowDisputeRepository } from '../escrow-dispute.repository';
import { EscrowRepository } from '../escrow.repository';

/** A party raises a dispute; after that only staff move the money. */
export class DisputeEscrow extends Command<EscrowFacts> {
  constructor(
    readonly by: EscrowRequester,
    readonly grounds: Grounds,
    /** Required of accounts; a portal's token identifies one escrow. */
    readonly uuid?: string,
  ) {
    super();
  }
}

@CommandHandler(DisputeEscrow)
export class DisputeEscrowHandler implements ICommandHandler<DisputeEscrow> {
  constructor(
    private readonly access: EscrowAccessService,
    private readonly escrows: EscrowRepository,
    private readonly disputes: EscrowDisputeRepository,
    private readonly times: Times,
  ) {}

  async execute({ by, grounds, uuid }: DisputeEscrow): Promise<EscrowFacts> {
    const { escrow, role, parties } = await this.access.find(by, uuid);
    const dispute = EscrowDispute.raise(escrow, role, grounds, await this.times.of(escrow));
    escrow.dispute(dispute, parties);
    // The escrow is saved first, so that concurrent disputes find it changed and start over.
    this.escrows.save(escrow);
    this.disputes.add(dispute);
    return { escrow, dispute, parties, role };
  }
}
