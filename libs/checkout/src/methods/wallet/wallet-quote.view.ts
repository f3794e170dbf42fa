import type { WalletView } from '@app/wallet';
import type { WalletQuote } from './wallet-quotes.service';

/** What a buyer is asked to confirm. */
export function quoteView({ wallet, charge, rate, sufficient }: WalletQuote) {
  return {
    amount: charge.toJsonNumber(),
    currency: charge.currency,
    rate: rate.toJsonNumber(),
    balance: wallet.balance.text,
    sufficient,
  };
}

/** One of a buyer's wallets, with what it would be debited; without a price where there is no rate for it. */
export function pricedWalletView({ wallet, quote }: { wallet: WalletView; quote: WalletQuote | null }) {
  return {
    currency: wallet.currency,
    balance: wallet.balance.text,
    is_primary: wallet.isPrimary,
    amount: quote?.charge.toJsonNumber() ?? null,
    rate: quote?.rate.toJsonNumber() ?? null,
    sufficient: quote?.sufficient ?? false,
  };
}
