import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Prepared } from '@app/write-path';
import { Clock, isCurrency, Money } from '@app/kernel';
import { WalletAccounts } from '@app/wallet';
import type { GatewayTransaction } from '@app/charges';
import type { ConfirmedPayment, Deposit } from './deposit.aggregate';

/** Applies to a deposit, in the current unit of work, what the gateway says of one of its charges. */
@Injectable()
export class DepositSettlement {
  private readonly gateway: string;

  constructor(
    private readonly wallets: WalletAccounts,
    private readonly clock: Clock,
    { env }: Config,
  ) {
    this.gateway = env.GATEWAY;
  }

  /** Returns whether it changed the deposit: what was heard before changes nothing. */
  async settle(deposit: Deposit, transaction: GatewayTransaction): Promise<boolean> {
    if (!deposit.hasCharged(transaction.txRef)) throw new Error('the transaction is not one of this deposit');
    if (transaction.txRef === deposit.reference) deposit.isKnownAs(transaction.gwRef);
    if (transaction.status === 'successful') return this.credit(deposit, transaction);
    return (
      transaction.status === 'failed' &&
      this.fail(deposit, transaction, transaction.processorResponse || 'Declined')
    );
  }

  /** Credits a payment to the owner's wallet in its currency, which is opened where there is none. */
  async confirm(deposit: Deposit, payment: ConfirmedPayment): Promise<void> {
    (await this.prepare(deposit, payment)).apply();
  }

  /** Like `confirm`, for whoever reads first and decides in one turn; gives the account that is credited. */
  async prepare(deposit: Deposit, payment: ConfirmedPayment): Promise<Prepared<string>> {
    const wallet = await this.wallets.prepareWallet(deposit.ownerId, payment.amount.currency);
    return new Prepared(() => {
      const { walletId, accountId } = wallet.apply();
      deposit.confirm(payment, { walletId, accountId }, this.clock.now());
      return accountId;
    });
  }

  private async credit(deposit: Deposit, transaction: GatewayTransaction): Promise<boolean> {
    const { txRef: reference, id: transactionId } = transaction;
    if (deposit.creditedTransactions.includes(transactionId)) return false;
    const amount = creditOf(transaction);
    if (!amount)
      return this.fail(deposit, transaction, 'The gateway confirmed nothing that can be credited.');
    await this.confirm(deposit, { reference, gateway: this.gateway, transactionId, amount });
    return true;
  }

  private fail(deposit: Deposit, { txRef }: GatewayTransaction, reason: string): boolean {
    if (txRef !== deposit.reference || !deposit.isOpen) return false;
    deposit.fail(reason, this.clock.now());
    return true;
  }
}

/** What the gateway confirms: never more than the payment was for, nor than the card was debited. */
export function creditOf(transaction: GatewayTransaction): Money | null {
  const { amountMinor, chargedAmountMinor, currency } = transaction;
  const minor = amountMinor < chargedAmountMinor ? amountMinor : chargedAmountMinor;
  return minor > 0n && isCurrency(currency) ? new Money(minor, currency) : null;
}
