import { Injectable } from '@nestjs/common';
import { invalid, type Mode, type Money } from '@app/kernel';
import { offeredMethods, type PaymentMethod } from '../common/payment-methods.policy';
import { ExternalWallets } from '@app/charges';

/** Which methods sessions offer, on this installation. */
@Injectable()
export class MethodOffersService {
  constructor(private readonly wallets: ExternalWallets) {}

  /** Throws VALIDATION_ERROR where none of those asked for is left. */
  for(session: { mode: Mode; amount: Money }, asked?: readonly PaymentMethod[]): PaymentMethod[] {
    const { mode, amount } = session;
    const { currency } = amount;
    const payable = { mode, currency, hasExternalWallet: this.wallets.walletOf(mode) !== null };
    const offered = offeredMethods(payable, asked);
    if (offered.length > 0) return offered;
    const possible = offeredMethods(payable).join(', ');
    throw invalid(
      'payment_methods',
      `None of these payment methods can be offered; a ${currency} session in ${mode} mode has ${possible}.`,
    );
  }
}
