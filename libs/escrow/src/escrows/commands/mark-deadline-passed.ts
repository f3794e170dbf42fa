import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { EscrowAccessService } from '../escrow-access.service';
import { EscrowRepository } from '../escrow.repository';

/**
 * Records, once, that the deadline of an escrow has passed; its event notifies both parties. Returns false if
 * it has not.
 */
export class MarkDeadlinePassed extends Command<boolean> {
  constructor(readonly escrowId: string) {
    super();
  }
}

@CommandHandler(MarkDeadlinePassed)
export class MarkDeadlinePassedHandler implements ICommandHandler<MarkDeadlinePassed> {
  constructor(
    private readonly escrows: EscrowRepository,
    private readonly access: EscrowAccessService,
    private readonly times: Times,
  ) {}

  async execute({ escrowId }: MarkDeadlinePassed): Promise<boolean> {
    const escrow = await this.escrows.byId(escrowId);
    const passed = escrow.passDeadline(await this.access.partiesOf(escrow), await this.times.of(escrow));
    if (passed) this.escrows.save(escrow);
    return passed;
  }
}
