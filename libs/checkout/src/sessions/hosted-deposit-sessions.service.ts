import { type HostedDeposit, HostedDeposits } from '@app/deposits';
import { Injectable } from '@nestjs/common';
import { SessionOpening } from './session-opening.service';
import { SessionTokens } from './session-tokens.service';

const EXPIRES_IN_MINUTES = 1440;

/** Lets deposits be paid on the hosted page: a live session of the depositor's own, whose order is the deposit. */
@Injectable()
export class HostedDepositSessions extends HostedDeposits {
  constructor(
    private readonly opening: SessionOpening,
    private readonly tokens: SessionTokens,
  ) {
    super();
  }

  override openSession({
    txRef,
    ownerId,
    amount,
    redirectUrl,
  }: HostedDeposit): Promise<{ checkoutUrl: string }> {
    const session = this.opening.openSession({
      ownerId,
      appId: null,
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
    return Promise.resolve({ checkoutUrl: this.tokens.urlOf(session) });
  }
}
