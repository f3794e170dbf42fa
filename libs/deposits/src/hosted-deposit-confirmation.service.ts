import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import type { Money } from '@app/kernel';
import { Deposits } from './deposit.repository';
import { DepositCredits } from './deposit-credits.service';

/**
 * Tells deposits that a hosted page was paid; called by the checkout inside the command that completes its session, or
 * that applies money which came too late for it.
 */
@Injectable()
export class HostedDepositConfirmation {
  constructor(
    private readonly deposits: Deposits,
    private readonly credits: DepositCredits,
  ) {}

  /**
   * Reads what the credit takes; deciding stages it in the current unit of work, and a transaction credited before changes nothing.
   * `amount` is what the gateway confirmed; `wasSetAside`: it is booked as unapplied, and credited from there. Gives the
   * account that is credited. Throws where `txRef` names no hosted deposit.
   */
  async prepare(payment: {
    txRef: string;
    gateway: string;
    gatewayTransactionId: string;
    amount: Money;
    wasSetAside?: boolean;
  }): Promise<Prepared<string>> {
    const deposit = await this.deposits.byReference(payment.txRef);
    if (deposit?.method !== 'checkout') throw new Error('no hosted deposit has this reference');
    const { txRef: reference, gatewayTransactionId: transactionId, gateway, amount, wasSetAside } = payment;
    const confirmed = { reference, gateway, transactionId, amount, wasSetAside };
    const credit = await this.credits.prepare(deposit, confirmed);
    return new Prepared(() => {
      const accountId = credit.apply();
      this.deposits.save(deposit);
      return accountId;
    });
  }
}
