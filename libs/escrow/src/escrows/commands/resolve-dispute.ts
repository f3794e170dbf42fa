import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { UnitOfWork } from '@app/write-path';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock, type Currency, isUuid, notFound, parseMajorToMinor } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { EscrowAccessService } from '../escrow-access.service';
import type { Escrow } from '../escrow.aggregate';
import type { EscrowDispute } from '../escrow-dispute.aggregate';
import { EscrowDisputeRepository } from '../escrow-dispute.repository';
import { EscrowRepository } from '../escrow.repository';
import type { Resolution } from '../escrow.states';
import { escrowView } from '../escrow.view';

/** The decision of staff about a dispute. */
export interface DisputeDecision {
  disputeUuid: string;
  resolution: Resolution;
  /** For a split: the beneficiary's share in major units of the escrow's currency. */
  beneficiaryAmount?: number | string;
  note: string;
}

/** An escrow as staff see it, with the amount returned to the initiator in the currency they paid in. */
export type DisputedEscrow = ReturnType<typeof escrowView> & {
  returned_amount: number;
  returned_currency: Currency;
};

/** Staff decide a dispute, which ends the escrow. */
export class ResolveDispute extends Command<DisputedEscrow> {
  constructor(
    readonly caller: UserCaller,
    readonly decision: DisputeDecision,
  ) {
    super();
  }
}

@CommandHandler(ResolveDispute)
export class ResolveDisputeHandler implements ICommandHandler<ResolveDispute> {
  constructor(
    private readonly escrows: EscrowRepository,
    private readonly disputes: EscrowDisputeRepository,
    private readonly access: EscrowAccessService,
    private readonly wallets: WalletAccountsService,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND, FORBIDDEN where the caller is a party, INVALID_STATE where it is decided already, and
   * VALIDATION_ERROR for an invalid share.
   */
  async execute({ caller, decision }: ResolveDispute): Promise<DisputedEscrow> {
    const dispute = await this.liveDispute(decision.disputeUuid);
    const escrow = await this.escrows.byId(dispute.escrowId);
    for (const party of await this.accountsOf(escrow)) assertNotOwn(caller, party, 'decide a dispute');
    const resolved = await this.resolve(escrow, dispute, decision);
    const { resolution, beneficiary_amount, initiator_amount } = resolved.dispute!;
    this.unit.audit({
      subject: decision.disputeUuid,
      before: { escrow: resolved.uuid, status: 'disputed' },
      after: {
        status: resolved.status,
        resolution,
        beneficiary_amount,
        initiator_amount,
        currency: resolved.currency,
      },
      reason: decision.note,
    });
    return resolved;
  }

  private async resolve(
    escrow: Escrow,
    dispute: EscrowDispute,
    { resolution, beneficiaryAmount, note }: DisputeDecision,
  ): Promise<DisputedEscrow> {
    const beneficiaryMinor = beneficiaryAmount === undefined ? null : parseMajorToMinor(beneficiaryAmount);
    const parties = await this.access.partiesOf(escrow);
    const wallet =
      resolution === 'refund'
        ? null
        : await this.wallets.prepareWallet(escrow.beneficiaryId, escrow.currency);
    const payee = wallet && wallet.apply();
    const now = this.clock.now();
    const verdict = { resolution, beneficiaryMinor };
    const settlement = escrow.resolve(dispute.id, verdict, parties, payee && payee.accountId, now);
    const { beneficiary, initiator } = settlement;
    const award = { beneficiaryMinor: beneficiary.amount.minor, initiatorMinor: initiator.amount.minor };
    dispute.resolve({ resolution, ...award, note }, now);
    this.escrows.save(escrow);
    this.disputes.save(dispute);
    return {
      ...escrowView({ escrow, dispute, parties }, now),
      returned_amount: initiator.returned.toJsonNumber(),
      returned_currency: initiator.returned.currency,
    };
  }

  /** Staff do not decide disputes in test mode, because no money moves. */
  private async liveDispute(id: string): Promise<EscrowDispute> {
    const dispute = isUuid(id) ? await this.disputes.findOneBy({ id, mode: 'live' }) : null;
    if (!dispute) throw notFound('Dispute');
    return dispute;
  }

  /** Both parties' accounts; a buyer who paid without signing in is found by e-mail address. */
  private async accountsOf(escrow: Escrow): Promise<(string | null)[]> {
    const { initiatorId, initiatorEmail: email, beneficiaryId } = escrow;
    if (initiatorId !== null || email === null) return [initiatorId, beneficiaryId];
    const buyer = await this.directory.find({ type: 'email', value: email });
    return [buyer?.id ?? null, beneficiaryId];
  }
}
