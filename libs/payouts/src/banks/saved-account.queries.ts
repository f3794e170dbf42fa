import { Injectable } from '@nestjs/common';
import { AccountSeals } from './account-seal.service';
import { PayoutAccounts } from './payout-account.repository';
import { savedAccountView } from './saved-account.view';

/** Reads the saved accounts of an owner for responses. */
@Injectable()
export class SavedAccountQueries {
  constructor(
    private readonly accounts: PayoutAccounts,
    private readonly seals: AccountSeals,
  ) {}

  /** The oldest first. */
  async listOf(ownerId: string) {
    const saved = await this.accounts.savedBy(ownerId);
    return saved.map((one) => savedAccountView(one, this.seals.open(one.id, one.detailsCiphertext!)));
  }
}
