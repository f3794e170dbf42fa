import { Injectable } from '@nestjs/common';
import type { Currency } from '@app/kernel';
import { type PayoutDestination, PayoutRoutes } from '../providers/payout-provider.port';
import { AccountSealService } from './account-seal.service';
import type { AccountType } from './payout-account.aggregate';
import { PayoutAccountRepository } from './payout-account.repository';
import { savedAccountView } from './saved-account.view';

/** A saved account as a withdrawal needs it. */
export interface SavedAccount {
  id: string;
  type: AccountType;
  /** The account number or address as it may be shown. */
  masked: string;
  currency: Currency;
  country: string;
  bankName: string | null;
  savedAt: Date;
  /** Null for a wire account, which can be saved only. */
  destination: PayoutDestination | null;
}

/** Opens saved accounts for withdrawals and for their owner. */
@Injectable()
export class SavedAccountsService {
  constructor(
    private readonly accounts: PayoutAccountRepository,
    private readonly seals: AccountSealService,
    private readonly routes: PayoutRoutes,
  ) {}

  /** The saved accounts of an owner as responses show them, the oldest first. */
  async listOf(ownerId: string) {
    const saved = await this.accounts.savedBy(ownerId);
    return saved.map((one) =>
      savedAccountView(one, this.seals.open(one.id, one.detailsCiphertext!), this.routes),
    );
  }

  /** `number` is the id on the wire, as text. Undefined: the owner has no such account. */
  async find(ownerId: string, number: string): Promise<SavedAccount | undefined> {
    const account = await this.accounts.find(ownerId, number);
    if (!account) return undefined;
    const { type, masked, currency, country, createdAt: savedAt } = account;
    const { destination, bankName } = this.seals.open(account.id, account.detailsCiphertext!);
    return { id: number, type, masked, currency, country, bankName, savedAt, destination };
  }
}
