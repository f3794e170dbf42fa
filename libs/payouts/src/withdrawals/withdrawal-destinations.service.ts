import { Injectable } from '@nestjs/common';
import { Config, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { addSeconds, Clock, type Currency, invalid } from '@app/kernel';
import { maskedEmail, maskedNumber } from '../banks/account-mask.policy';
import { SavedAccountsService } from '../banks/saved-accounts.service';
import type { PayoutMethod } from '../money/payout.money';
import type { PayoutDestination } from '../providers/payout-provider.port';
import { mobileDestination } from './mobile-accounts.policy';
import { accountNotFound, accountTooNew, walletAccountByMethod, wireNotSupported } from './withdrawal.errors';

/** What a request says of the recipient. */
export interface RequestedDestination {
  method: PayoutMethod | 'wire';
  bankId?: number;
  email?: string;
  phone?: string;
  network?: string;
}

export interface FoundDestination {
  method: PayoutMethod;
  destination: PayoutDestination;
  /** As it may be shown. */
  shown: string;
  /** Of a bank account, where it is known. */
  bankName: string | null;
  currency: Currency;
}

const PURPOSE = 'withdrawal destination';
/** Currencies that external wallets are paid in. Other wallets are converted to USD. */
const EXTWALLET_CURRENCIES: ReadonlySet<Currency> = new Set(['USD', 'GBP', 'EUR', 'CAD']);

/** Finds where a withdrawal goes, and seals it for the time until it is sent. */
@Injectable()
export class WithdrawalDestinationsService {
  constructor(
    private readonly accounts: SavedAccountsService,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly config: Config,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'withdrawals', column: 'destination_ciphertext', purpose: PURPOSE });
  }

  /** Throws WIRE_NOT_SUPPORTED, ACCOUNT_NOT_FOUND, ACCOUNT_TOO_NEW and VALIDATION_ERROR. */
  async find(
    ownerId: string,
    requested: RequestedDestination,
    walletCurrency: Currency,
  ): Promise<FoundDestination> {
    switch (requested.method) {
      case 'wire':
        throw wireNotSupported();
      case 'bank':
        return this.savedBank(ownerId, requested.bankId);
      case 'extwallet': {
        const { email } = requested;
        if (!email) throw invalid('details.extwallet_email', 'details.extwallet_email is required.');
        const currency = EXTWALLET_CURRENCIES.has(walletCurrency) ? walletCurrency : 'USD';
        const destination: PayoutDestination = { method: 'extwallet', email };
        return { method: 'extwallet', destination, shown: maskedEmail(email), bankName: null, currency };
      }
      case 'mobile_money': {
        const { phone, network } = requested;
        if (!phone) throw invalid('details.phone', 'details.phone is required.');
        if (!network) throw invalid('details.network', 'details.network is required.');
        const destination = mobileDestination(phone, network);
        const shown = `${network} ${maskedNumber(destination.phone)}`;
        const { currency } = destination;
        return { method: 'mobile_money', destination, shown, bankName: null, currency };
      }
    }
  }

  seal(withdrawalId: string, destination: PayoutDestination): Buffer {
    return this.vault.seal(JSON.stringify(destination), PURPOSE, withdrawalId);
  }

  open(withdrawalId: string, destination: Buffer): PayoutDestination {
    return JSON.parse(this.vault.unseal(destination, PURPOSE, withdrawalId)) as PayoutDestination;
  }

  private async savedBank(ownerId: string, bankId: number | undefined): Promise<FoundDestination> {
    if (bankId === undefined) throw invalid('details.bank_id', 'details.bank_id is required.');
    const account = await this.accounts.find(ownerId, String(bankId));
    if (!account) throw accountNotFound();
    const { type, destination, masked, bankName, currency, savedAt } = account;
    if (type === 'wire' || destination === null) throw wireNotSupported();
    if (type === 'extwallet') throw walletAccountByMethod();
    const usableAt = addSeconds(savedAt, this.config.env.PAYOUT_COOL_DOWN_MINUTES * 60);
    if (this.clock.now() < usableAt) throw accountTooNew(usableAt);
    return { method: 'bank', destination, shown: masked, bankName, currency };
  }
}
