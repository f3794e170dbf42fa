import { Injectable } from '@nestjs/common';
import { HostedDepositConfirmation } from '@app/deposits';
import { EscrowFunding } from '@app/escrow';
import { WalletAccounts } from '@app/wallet';
import type { CertainPayment, CheckoutSession } from './checkout-session.aggregate';
import { SessionTokens } from './session-token';

/** What a payment that is certain does, however it was made: the one way in which a session is completed. */
@Injectable()
export class SessionCompletion {
  constructor(
    private readonly wallets: WalletAccounts,
    private readonly deposits: HostedDepositConfirmation,
    private readonly escrows: EscrowFunding,
    private readonly tokens: SessionTokens,
  ) {}

  /** Stages everything but the session itself, which whoever calls saves. */
  async complete(session: CheckoutSession, payment: CertainPayment, now: Date): Promise<void> {
    const accountId = await this.creditedAccount(session, payment);
    const isVariantB = session.openedThrough === 'B';
    const sessionToken = isVariantB ? this.tokens.tokenOf(session.sessionId) : undefined;
    session.complete(payment, { accountId, sessionToken }, now);
    if (session.escrow) await this.hold(session, payment, accountId);
  }

  /**
   * The account that gets the amount, opened where there is none. Test mode credits nobody, and a deposit is credited
   * by its own context, with what the gateway confirmed.
   */
  private async creditedAccount(
    { mode, purpose, ownerId, currency, orderRef, escrow }: CheckoutSession,
    { gateway, gatewayTransactionId, charged: amount }: CertainPayment,
  ): Promise<string | null> {
    if (mode === 'test') return null;
    if (purpose === 'deposit') {
      await this.deposits.confirm({ txRef: orderRef!, gateway, gatewayTransactionId, amount });
      return null;
    }
    const { accountId, lockedAccountId } = await this.wallets.ensureWallet(ownerId, currency);
    return escrow ? lockedAccountId : accountId;
  }

  private hold(
    session: CheckoutSession,
    { payer, charged }: CertainPayment,
    lockedAccountId: string | null,
  ): Promise<void> {
    const { mode, sessionId, ownerId, amount, fee, description } = session;
    return this.escrows.hold({
      ...{ mode, sessionId, merchantId: ownerId, amount, fee, charged, lockedAccountId, description },
      paidThrough: payer ? 'wallet' : 'gateway',
      condition: session.escrowCondition,
      deadlineDays: session.escrowDeadlineDays,
      buyer: {
        ownerId: payer?.wallet?.ownerId ?? null,
        accountId: payer?.wallet?.accountId ?? null,
        email: payer?.email ?? session.customerEmail,
        name: payer?.name ?? session.customerName,
      },
    });
  }
}
