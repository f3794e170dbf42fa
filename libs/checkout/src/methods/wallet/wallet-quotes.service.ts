import { Injectable } from '@nestjs/common';
import { FxService } from '@app/fx';
import type { Currency, Money, Rate } from '@app/kernel';
import { WalletQueries, type WalletView } from '@app/wallet';
import { noSuchWallet, otherCurrencyInEscrow, rateMissing } from '../../common/checkout.errors';

/** What a wallet is to pay. */
export interface WalletCharge {
  due: Money;
  /** Held in escrow: only a wallet in the currency of the session can pay it. */
  escrow: boolean;
}

/** What paying a session out of one wallet would take from it. */
export interface WalletQuote {
  wallet: WalletView;
  charge: Money;
  rate: Rate;
  sufficient: boolean;
}

/** Prices sessions in the currencies of a buyer's own wallets, at the rates staff have set, rounded up. */
@Injectable()
export class WalletQuotesService {
  constructor(
    private readonly wallets: WalletQueries,
    private readonly fx: FxService,
  ) {}

  /**
   * Out of which wallet a buyer pays, and how much: the one named; else that of the session's own currency where it
   * holds enough, and the primary one where it does not.
   */
  async quoteOf(buyerId: string, { due, escrow }: WalletCharge, currency?: Currency): Promise<WalletQuote> {
    if (escrow && currency !== undefined && currency !== due.currency)
      throw otherCurrencyInEscrow(due.currency);
    const owned = await this.owned(buyerId, { due, escrow });
    if (currency !== undefined) {
      const named = owned.find((wallet) => wallet.currency === currency);
      if (!named) throw noSuchWallet(currency);
      return this.priced(named, due);
    }
    const same = owned.find((wallet) => wallet.currency === due.currency);
    if (same && same.balance.compare(due) >= 0) return this.priced(same, due);
    const primary = owned.find(({ isPrimary }) => isPrimary) ?? same;
    if (!primary) throw noSuchWallet(due.currency);
    const quote = await this.quote(primary, due);
    if (quote) return quote;
    // The primary one is of no use: the other says at least what is lacking.
    return this.priced(same ?? primary, due);
  }

  /** The price out of each of a buyer's wallets, the primary one first; null where there is no rate for it. */
  async all(
    buyerId: string,
    charge: WalletCharge,
  ): Promise<{ wallet: WalletView; quote: WalletQuote | null }[]> {
    const owned = await this.owned(buyerId, charge);
    return Promise.all(
      owned.map(async (wallet) => ({ wallet, quote: await this.quote(wallet, charge.due) })),
    );
  }

  /**
   * The wallets that may pay. A refund of an escrow returns what a wallet was debited, so a conversion would let the
   * buyer wait for the rate to move and then decide.
   */
  private async owned(buyerId: string, { due, escrow }: WalletCharge): Promise<WalletView[]> {
    const owned = await this.wallets.list(buyerId);
    return escrow ? owned.filter(({ currency }) => currency === due.currency) : owned;
  }

  private async priced(wallet: WalletView, due: Money): Promise<WalletQuote> {
    const quote = await this.quote(wallet, due);
    if (!quote) throw rateMissing(due.currency);
    return quote;
  }

  private async quote(wallet: WalletView, due: Money): Promise<WalletQuote | null> {
    const rate = await this.fx.checkoutRate(due.currency, wallet.currency);
    if (!rate) return null;
    const charge = due.collectedAs(wallet.currency, rate);
    return charge.isPayable
      ? { wallet, charge, rate, sufficient: wallet.balance.compare(charge) >= 0 }
      : null;
  }
}
