import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { compareNames, type NameComparison } from '@app/kyc';
import { BankDirectory, BankDirectoryAway } from './bank-directory.port';
import { accountUnknown } from './saved-account.errors';

export type NameMatch = NameComparison;

export interface HolderCheck {
  /** As the bank has it; null while the bank cannot be asked. */
  holder: string | null;
  /** How it compares with the name of the owner. */
  nameMatch: NameMatch | null;
}

/** Asks a Nigerian bank for the holder of an account. */
@Injectable()
export class HolderCheckService {
  constructor(
    private readonly directory: BankDirectory,
    private readonly people: UserDirectoryQueries,
  ) {}

  /** Throws VALIDATION_ERROR if the bank knows no such account. A bank that does not answer refuses nothing. */
  async check(ownerId: string, account: { bankCode: string; accountNumber: string }): Promise<HolderCheck> {
    const holder = await this.ask(account);
    if (holder === undefined) return { holder: null, nameMatch: null };
    if (holder === null) throw accountUnknown();
    const owner = await this.people.byId(ownerId);
    return { holder, nameMatch: owner && compareNames(owner.name, holder) };
  }

  private async ask(account: {
    bankCode: string;
    accountNumber: string;
  }): Promise<string | null | undefined> {
    try {
      return await this.directory.holderOf(account);
    } catch (error) {
      if (error instanceof BankDirectoryAway) return undefined;
      throw error;
    }
  }
}
