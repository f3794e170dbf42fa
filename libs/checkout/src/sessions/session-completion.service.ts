import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import { EscrowFunding } from '@app/escrow';
import { WalletAccounts } from '@app/wallet';
import type { CheckoutSession } from './checkout-session.aggregate';
import type { CertainPayment } from './session-terms';
import type { PaidFor } from './paid-for.port';
import type { SessionOrigin } from './session.states';
import { SessionTokens } from './session-tokens.service';

/** What credits a paid session, by its origin. Each module registers its own origin at start. */
@Injectable()
export class PaidForRegistry {
  private readonly byOrigin = new Map<SessionOrigin, PaidFor>();

  register(origin: Exclude<SessionOrigin, 'api'>, paidFor: PaidFor): void {
    this.byOrigin.set(origin, paidFor);
  }

  of(origin: SessionOrigin): PaidFor {
    const found = this.byOrigin.get(origin);
    if (!found) throw new Error(`this app completes no sessions of ${origin}`);
    return found;
  }
}

/** What a payment that is certain does, however it was made: the one way in which a session is completed. */
@Injectable()
export class SessionCompletion {
  constructor(
    private readonly wallets: WalletAccounts,
    private readonly paidFor: PaidForRegistry,
    private readonly escrows: EscrowFunding,
    private readonly tokens: SessionTokens,
  ) {}

  /** Reads what the completion takes; applying it stages everything but the session itself, which the caller saves. */
  async prepare(session: CheckoutSession, payment: CertainPayment, now: Date): Promise<Prepared<void>> {
    const isVariantB = session.openedThrough === 'B';
    const sessionToken = isVariantB ? this.tokens.tokenOf(session.sessionId) : undefined;
    const [credit, hold] = await Promise.all([
      this.creditOf(session, payment),
      session.escrow ? this.holdOf(session, payment) : null,
    ]);
    return new Prepared(() => {
      const accountId = credit.apply();
      session.complete(payment, { accountId, sessionToken }, now);
      hold?.(accountId);
    });
  }

  /**
   * The account that gets the amount, opened where there is none. Test mode credits no account, and what a session was
   * opened from credits by itself, with what the gateway confirmed.
   */
  private async creditOf(
    session: CheckoutSession,
    { gateway, gatewayTransactionId, charged: amount }: CertainPayment,
  ): Promise<Prepared<string | null>> {
    const { mode, origin, ownerId, currency, escrow } = session;
    if (mode === 'test') return new Prepared(() => null);
    if (origin !== 'api') {
      const payment = { gateway, gatewayTransactionId, amount, isSetAside: false };
      const credit = await this.paidFor.of(origin).prepare(session, payment);
      return new Prepared(() => {
        credit.apply();
        return null;
      });
    }
    const wallet = await this.wallets.prepareWallet(ownerId, currency);
    return new Prepared(() => {
      const { accountId, lockedAccountId } = wallet.apply();
      return escrow ? lockedAccountId : accountId;
    });
  }

  private holdOf(session: CheckoutSession, { payer, charged, buyerEmail }: CertainPayment) {
    const { mode, sessionId, ownerId, amount, fee, description } = session;
    return this.escrows.prepareHold({
      mode,
      sessionId,
      merchantId: ownerId,
      amount,
      fee,
      charged,
      description,
      paidThrough: payer ? 'wallet' : 'gateway',
      condition: session.escrowCondition,
      deadlineDays: session.escrowDeadlineDays,
      buyer: {
        ownerId: payer?.wallet?.ownerId ?? null,
        accountId: payer?.wallet?.accountId ?? null,
        email: payer?.email ?? buyerEmail ?? null,
        name: payer?.name ?? session.customerName,
      },
    });
  }
}
