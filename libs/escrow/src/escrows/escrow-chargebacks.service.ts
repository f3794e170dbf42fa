import { Injectable } from '@nestjs/common';
import { EscrowAccessService } from './escrow-access.service';
import { EscrowDisputeRepository } from './escrow-dispute.repository';
import { EscrowRepository } from './escrow.repository';

/** Ends escrows whose payment was charged back. */
@Injectable()
export class EscrowChargebacksService {
  constructor(
    private readonly escrows: EscrowRepository,
    private readonly disputes: EscrowDisputeRepository,
    private readonly access: EscrowAccessService,
  ) {}

  /** Stages the end of an open escrow in the current unit of work; its money is held for the chargeback. */
  async takeBack(escrowId: string, now: Date): Promise<void> {
    const escrow = await this.escrows.byId(escrowId);
    const dispute = escrow.status === 'disputed' ? await this.disputes.findOneBy({ escrowId }) : null;
    const { initiator } = escrow.takeBack(await this.access.partiesOf(escrow), now);
    this.escrows.save(escrow);
    if (!dispute) return;
    const award = { beneficiaryMinor: 0n, initiatorMinor: initiator.amount.minor };
    dispute.resolve({ resolution: 'refund', ...award, note: 'Taken back by a chargeback' }, now);
    this.disputes.save(dispute);
  }
}
