import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import { Clock, type Currency, isUuid, notFound, parseMajorToMinor } from '@app/kernel';
import type { Escrow } from './escrow.aggregate';
import { decidesStranger } from './escrow.errors';
import type { Resolution } from './escrow.states';
import { escrowView } from './escrow.view';
import { EscrowAccess } from './escrow-access.service';
import { EscrowDisputes } from './escrow-dispute.repository';
import { EscrowPayees } from './escrow-payees.service';
import { Escrows } from './escrow.repository';

/** What staff decide of a dispute. */
export interface DisputeDecision {
  disputeUuid: string;
  resolution: Resolution;
  /** Of a split, in major units of the escrow's currency. */
  beneficiaryAmount?: number | string;
  note: string;
}

/** An escrow as staff see it, with what goes back to the initiator in the currency they paid in. */
export type DisputedEscrow = ReturnType<typeof escrowView> & {
  returned_amount: number;
  returned_currency: Currency;
};

/** Staff's side of disputes. Those of test mode are nobody's to decide: no money hangs on them. */
@Injectable()
export class EscrowResolutions {
  constructor(
    private readonly escrows: Escrows,
    private readonly disputes: EscrowDisputes,
    private readonly access: EscrowAccess,
    private readonly payees: EscrowPayees,
    private readonly directory: UserDirectory,
    private readonly clock: Clock,
  ) {}

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
    if (await this.isPartyOf(escrow, staffId)) throw decidesStranger();
    const beneficiaryMinor = beneficiaryAmount === undefined ? null : parseMajorToMinor(beneficiaryAmount);
    const parties = await this.access.partiesOf(escrow);
    const accountId = resolution === 'refund' ? null : await this.payees.accountOf(escrow);
    const now = this.clock.now();
    const verdict = { resolution, beneficiaryMinor, note };
    const returned = escrow.resolve(dispute, verdict, parties, accountId, now);
    this.escrows.save(escrow);
    this.disputes.save(dispute);
    return {
      ...escrowView({ escrow, dispute, parties }, now),
      ...{ returned_amount: returned.toJsonNumber(), returned_currency: returned.currency },
    };
  }

  /** Also where they paid without signing in, with the address of their account. */
  private async isPartyOf(escrow: Escrow, staffId: string): Promise<boolean> {
    if (escrow.roleOf(staffId)) return true;
    const email = escrow.initiatorId === null ? escrow.initiatorEmail : null;
    return email !== null && (await this.directory.find({ type: 'email', value: email }))?.id === staffId;
  }
}
