import { Injectable } from '@nestjs/common';
import {
  type CreditsItself,
  type PaidSession,
  type PaymentOfSession,
  SessionOpeningService,
  SessionTokensService,
} from '@app/checkout';
import { Prepared } from '@app/write-path';
import type { Deposit } from './deposit.aggregate';
import { DepositCreditsService } from './deposit-credits.service';
import { DepositRepository } from './deposit.repository';

const EXPIRES_IN_MINUTES = 1440;

/** Deposits that are paid on a hosted page: live sessions of the depositor's own, whose order is the deposit. */
@Injectable()
export class DepositSessionsService implements CreditsItself {
  readonly credits = 'itself';

  constructor(
    private readonly opening: SessionOpeningService,
    private readonly tokens: SessionTokensService,
    private readonly deposits: DepositRepository,
    private readonly depositCredits: DepositCreditsService,
  ) {}

  /** Opens the deposit's page in the current unit of work; gives the address where the buyer pays. */
  async open({ ownerId, txRef, amount, redirectUrl }: Deposit): Promise<string> {
    const session = await this.opening.openSession({
      ownerId,
      appId: null,
      origin: 'deposit',
      mode: 'live',
      amount,
      orderRef: txRef,
      description: 'Wallet deposit',
      // Out of a wallet, it would be a transfer.
      paymentMethods: ['card'],
      successUrl: redirectUrl ?? undefined,
      cancelUrl: redirectUrl ?? undefined,
      expiresInMinutes: EXPIRES_IN_MINUTES,
    });
    return this.tokens.urlOf(session);
  }

  /** Throws where the session's order is no hosted deposit. */
  async prepare({ orderRef }: PaidSession, payment: PaymentOfSession): Promise<Prepared<string>> {
    const deposit = orderRef === null ? null : await this.deposits.byReference(orderRef);
    if (deposit?.method !== 'checkout') throw new Error('no hosted deposit has this reference');
    const { gateway, gatewayTransactionId: transactionId, amount, isSetAside: wasSetAside } = payment;
    const confirmed = { reference: deposit.txRef, gateway, transactionId, amount, wasSetAside };
    const credit = await this.depositCredits.prepare(deposit, confirmed);
    return new Prepared(() => {
      const accountId = credit.apply();
      this.deposits.save(deposit);
      return accountId;
    });
  }
}
