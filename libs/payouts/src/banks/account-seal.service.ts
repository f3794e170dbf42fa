import { Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import type { PayoutDestination } from '../providers/payout-provider.port';
import type { WireDetails } from './account-form.policy';

/** Everything that names a saved account. */
export interface AccountDetails {
  nickname: string | null;
  bankName: string | null;
  accountName: string | null;
  /** Null for a wire account. */
  destination: PayoutDestination | null;
  wire: WireDetails | null;
}

const PURPOSE = 'payout account';

/** Seals the details of saved accounts, and fingerprints the accounts. */
@Injectable()
export class AccountSealService {
  private readonly keyed: KeyedHash;

  constructor(
    { env }: Config,
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'payout_accounts', column: 'details_ciphertext', purpose: PURPOSE });
    this.keyed = new KeyedHash(derivedKey(env.FINGERPRINT_KEY, 'payout account'));
  }

  seal(id: string, details: AccountDetails): Buffer {
    return this.vault.seal(JSON.stringify(details), PURPOSE, id);
  }

  open(id: string, ciphertext: Buffer): AccountDetails {
    return JSON.parse(this.vault.unseal(ciphertext, PURPOSE, id)) as AccountDetails;
  }

  /** Equal for the same account of the same owner, whatever names were given to it. */
  fingerprint({ destination, wire }: AccountDetails): Buffer {
    return this.keyed.digest(JSON.stringify(destination ? identityOf(destination) : wireIdentity(wire!)));
  }
}

function identityOf(destination: PayoutDestination): string[] {
  switch (destination.method) {
    case 'mobile_money':
      return ['mobile_money', destination.network, destination.phone];
    case 'extwallet':
      return ['extwallet', destination.email];
    case 'bank':
      switch (destination.scheme) {
        case 'local':
          return ['local', destination.country, destination.bankCode, destination.accountNumber];
        case 'sort_code':
          return ['sort_code', destination.sortCode, destination.accountNumber];
        case 'aba':
          return ['aba', destination.routingNumber, destination.accountNumber];
        case 'iban':
          return ['iban', destination.iban];
      }
  }
}

const wireIdentity = ({ swift, accountNumber }: WireDetails): string[] => ['wire', swift, accountNumber];
