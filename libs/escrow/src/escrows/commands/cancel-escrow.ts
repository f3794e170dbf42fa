import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Times } from '@app/kernel';
import { EscrowAccessService, type EscrowRequester } from '../escrow-access.service';
import { EscrowRepository } from '../escrow.repository';
import type { EndedEscrow } from '../escrow.view';

/** The beneficiary returns amount and fee to the initiator, the way they were paid. */
export class CancelEscrow extends Command<EndedEscrow> {
  constructor(
    readonly by: EscrowRequester,
    /** Required of accounts; a portal's token identifies one escrow. */
    readonly uuid?: string,
  ) {
    super();
  }
}

@CommandHandler(CancelEscrow)
export class CancelEscrowHandler implements ICommandHandler<CancelEscrow> {
  constructor(
    private readonly access: EscrowAccessService,
    private readonly escrows: EscrowRepository,
    private readonly unit: UnitOfWork,
    private readonly times: Times,
  ) {}

  async execute({ by, uuid }: CancelEscrow): Promise<EndedEscrow> {
    const { escrow, role, parties } = await this.access.find(by, uuid);
    escrow.cancel(role, parties, await this.times.of(escrow));
    this.escrows.save(escrow);
    const locked = escrow.lockedAccountOf(role);
    const newLockedBalance = locked === null ? null : this.unit.balanceAfter(locked);
    return { escrow, dispute: null, parties, role, newLockedBalance };
  }
}
