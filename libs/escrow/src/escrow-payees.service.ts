import { Injectable } from '@nestjs/common';
import { WalletAccounts } from '@app/wallet';
import type { Escrow } from './escrow.aggregate';

/** Where beneficiaries are paid. */
@Injectable()
export class EscrowPayees {
  constructor(private readonly wallets: WalletAccounts) {}

  /**
   * The beneficiary's wallet in the currency of the escrow, opened where there is none: they get the amount that was
   * promised, and no missing rate keeps it from them. Null in test mode, which pays nobody.
   */
  async accountOf({ mode, beneficiaryId, currency }: Escrow): Promise<string | null> {
    if (mode === 'test') return null;
    return (await this.wallets.ensureWallet(beneficiaryId, currency)).accountId;
  }
}
