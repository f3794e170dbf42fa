import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Currency, uuidv7 } from '@app/kernel';
import { type AccountDetails, AccountSealService } from '../account-seal.service';
import type { NameMatch } from '../holder-check.service';
import { type AccountType, PayoutAccount } from '../payout-account.aggregate';
import { PayoutAccountRepository } from '../payout-account.repository';
import { savedAlready } from '../saved-account.errors';

export interface AccountToSave {
  type: AccountType;
  currency: Currency;
  country: string;
  masked: string;
  details: AccountDetails;
  isVerified: boolean;
  nameMatch: NameMatch | null;
}

/** Saves an account of an owner. The bank was asked before. */
export class AddBank extends Command<PayoutAccount> {
  constructor(
    readonly ownerId: string,
    readonly account: AccountToSave,
  ) {
    super();
  }
}

@CommandHandler(AddBank)
export class AddBankHandler implements ICommandHandler<AddBank> {
  constructor(
    private readonly accounts: PayoutAccountRepository,
    private readonly seals: AccountSealService,
    private readonly clock: Clock,
  ) {}

  /** Throws CONFLICT for an account that is saved already, and LIMIT_REACHED. */
  async execute({ ownerId, account: { details, ...account } }: AddBank): Promise<PayoutAccount> {
    const fingerprint = this.seals.fingerprint(details);
    const saved = await this.accounts.savedBy(ownerId);
    if (saved.some((one) => one.fingerprint!.equals(fingerprint))) throw savedAlready();
    const now = this.clock.now();
    const id = uuidv7(now);
    const number = await this.accounts.nextNumber();
    const added = PayoutAccount.save({
      ...account,
      id,
      number,
      ownerId,
      slot: await this.accounts.freeSlot(ownerId, number),
      detailsCiphertext: this.seals.seal(id, details),
      fingerprint,
      createdAt: now,
    });
    this.accounts.add(added);
    return added;
  }
}
