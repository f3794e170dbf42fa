import { CURRENCY_SYMBOLS } from '@app/kernel';
import type { WalletView } from './wallet.queries';

/** A wallet on the wire; its balances are decimal text, as the specification has them. */
export function walletView(wallet: WalletView) {
  return {
    id: wallet.id,
    currency_code: wallet.currency,
    currency_symbol: CURRENCY_SYMBOLS[wallet.currency],
    balance: wallet.balance.text,
    locked_balance: wallet.locked.text,
    is_primary: wallet.isPrimary ? 1 : 0,
    gw_account_number: wallet.gwAccountNumber,
    gw_bank_name: wallet.gwBankName,
  };
}
