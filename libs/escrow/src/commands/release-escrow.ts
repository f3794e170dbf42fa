import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { EscrowAccess, type EscrowAsker } from '../escrow-access.service';
import { EscrowPayees } from '../escrow-payees.service';
import { Escrows } from '../escrow.repository';
import { type EndedEscrow, LockedBalances } from '../locked-balances.service';

/** The initiator lets the beneficiary have the amount; the fee becomes revenue. */
export class ReleaseEscrow extends Command<EndedEscrow> {
  constructor(
    readonly by: EscrowAsker,
    /** Needed of accounts; a portal's secret opens one escrow. */
    readonly uuid?: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseEscrow)
export class ReleaseEscrowHandler implements ICommandHandler<ReleaseEscrow> {
  constructor(
    private readonly access: EscrowAccess,
    private readonly payees: EscrowPayees,
    private readonly escrows: Escrows,
    private readonly locked: LockedBalances,
    private readonly clock: Clock,
  ) {}

  async execute({ by, uuid }: ReleaseEscrow): Promise<EndedEscrow> {
    const { escrow, role, parties } = await this.access.find(by, uuid);
    escrow.release(role, parties, await this.payees.accountOf(escrow), this.clock.now());
    this.escrows.save(escrow);
    const newLockedBalance = this.locked.after(escrow, role);
    return { escrow, dispute: null, parties, role, newLockedBalance };
  }
}
