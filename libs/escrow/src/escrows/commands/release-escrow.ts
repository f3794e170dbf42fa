import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Times } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { EscrowAccessService, type EscrowRequester } from '../escrow-access.service';
import { EscrowRepository } from '../escrow.repository';
import type { EndedEscrow } from '../escrow.view';

/** The initiator releases the amount to the beneficiary; the fee becomes revenue. */
export class ReleaseEscrow extends Command<EndedEscrow> {
  constructor(
    readonly by: EscrowRequester,
    /** Required of accounts; a portal's token identifies one escrow. */
    readonly uuid?: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseEscrow)
export class ReleaseEscrowHandler implements ICommandHandler<ReleaseEscrow> {
  constructor(
    private readonly access: EscrowAccessService,
    private readonly wallets: WalletAccountsService,
    private readonly escrows: EscrowRepository,
    private readonly unit: UnitOfWork,
    private readonly times: Times,
  ) {}

  async execute({ by, uuid }: ReleaseEscrow): Promise<EndedEscrow> {
    const { escrow, role, parties } = await this.access.find(by, uuid);
    // Test mode has no accounts.
    const wallet =
      escrow.mode === 'live' ? await this.wallets.prepareWallet(escrow.beneficiaryId, escrow.currency) : null;
    const payee = wallet && wallet.apply();
    escrow.release(role, parties, payee && payee.accountId, await this.times.of(escrow));
    this.escrows.save(escrow);
    const locked = escrow.lockedAccountOf(role);
    const newLockedBalance = locked === null ? null : this.unit.balanceAfter(locked);
    return { escrow, dispute: null, parties, role, newLockedBalance };
  }
}
