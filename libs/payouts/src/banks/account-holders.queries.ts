import { Injectable } from '@nestjs/common';
import { notFound } from '@app/kernel';
import { BankDirectory, BankDirectoryAway } from './bank-directory.port';
import { BankListsService } from './bank-lists.service';
import { banksAway } from './saved-account.errors';

/** Looks up holders of Nigerian accounts for requests. */
@Injectable()
export class AccountHoldersQueries {
  constructor(
    private readonly directory: BankDirectory,
    private readonly lists: BankListsService,
  ) {}

  /** Throws VALIDATION_ERROR for an unknown bank, NOT_FOUND for an unknown account, and GATEWAY_ERROR. */
  async nameOf(account: { bankCode: string; accountNumber: string }): Promise<string> {
    await this.lists.bank('NG', account.bankCode);
    const name = await this.directory.holderOf(account).catch((error: unknown) => {
      throw error instanceof BankDirectoryAway ? banksAway() : error;
    });
    if (name === null) throw notFound('Account');
    return name;
  }
}
