import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecipientsService, UserDirectoryQueries, UserRepository } from '@app/accounts';
import { type BalanceAfter, UnitOfWork } from '@app/write-path';
import { Clock, type Currency, Money, notFound } from '@app/kernel';
import { WalletAccountsService, walletMissing } from '@app/wallet';
import { ownEscrow } from '../escrow.errors';
import type { EscrowFacts } from '../escrow.view';
import { escrowFee } from '../escrow-fee.policy';
import { EscrowFundingService } from '../escrow-funding.service';
import { EscrowLimitsService } from '../escrow-limits.service';

export interface CreateEscrowRequest {
  initiatorId: string;
  /** User tag, e-mail address or phone number. */
  beneficiary: string;
  amountMinor: bigint;
  /** Default: the initiator's primary wallet. */
  currency?: Currency;
  description: string;
  condition: string | null;
  deadlineDays: number | null;
}

export interface CreatedEscrow extends EscrowFacts {
  /** The initiator's available balance in that currency. */
  newBalance: BalanceAfter;
}

/** Locks amount and fee of the initiator's balance for the beneficiary, until the initiator releases it. */
export class CreateEscrow extends Command<CreatedEscrow> {
  constructor(readonly request: CreateEscrowRequest) {
    super();
  }
}

@CommandHandler(CreateEscrow)
export class CreateEscrowHandler implements ICommandHandler<CreateEscrow> {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly directory: UserDirectoryQueries,
    private readonly users: UserRepository,
    private readonly wallets: WalletAccountsService,
    private readonly funding: EscrowFundingService,
    private readonly limits: EscrowLimitsService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ request }: CreateEscrow): Promise<CreatedEscrow> {
    const { initiatorId, currency, description, condition, deadlineDays } = request;
    const beneficiary = await this.recipients.find(initiatorId, request.beneficiary);
    if (!beneficiary) throw notFound('Beneficiary');
    if (beneficiary.id === initiatorId) throw ownEscrow();
    this.users.holdOpen(beneficiary.id);
    await this.limits.check(initiatorId, beneficiary.id, this.clock.now());
    const wallet = await this.wallets.walletFor(initiatorId, currency);
    if (!wallet) throw walletMissing(currency);

    const amount = new Money(request.amountMinor, wallet.currency);
    const fee = escrowFee(amount);
    const held = amount.plus(fee);
    const { accountId, lockedAccountId } = wallet;
    const parties = { initiator: await this.directory.byId(initiatorId), beneficiary };
    const escrow = this.funding.openEscrow(
      {
        mode: 'live',
        initiatorId,
        initiatorEmail: null,
        initiatorName: null,
        beneficiaryId: beneficiary.id,
        amount,
        fee,
        held,
        holdAccountId: lockedAccountId,
        paid: held,
        paidThrough: 'wallet',
        payerAccountId: accountId,
        description,
        condition,
        deadlineDays,
        checkoutSessionId: null,
        appId: null,
      },
      parties,
      { accountId, lockedAccountId },
    );
    const newBalance = this.unit.balanceAfter(accountId);
    return { escrow, dispute: null, parties, role: 'initiator', newBalance };
  }
}
