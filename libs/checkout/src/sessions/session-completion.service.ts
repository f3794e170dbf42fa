import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import { EscrowFundingService } from '@app/escrow';
import { WalletAccountsService } from '@app/wallet';
import { notDue } from '../common/checkout.errors';
import type { BookedAs } from '../money/checkout.money';
import type { CheckoutSession } from './checkout-session.aggregate';
import type { CertainPayment } from './session-terms';
import type { PaidFor } from './paid-for.port';
import type { Entry, PayableSession, PaymentAdmission } from './payment-admission.port';
import type { SessionOrigin } from './session.states';
import { SessionTokensService } from './session-tokens.service';

/** Origins whose payments have a `PaidFor`. */
export type SettledOrigin = Exclude<SessionOrigin, 'api' | 'link'>;

/** How the credit of a completed session is booked. */
interface CompletedCredit {
  /** The account that gets the amount; null where the session itself books nothing. */
  accountId: string | null;
  bookedAs: BookedAs | null;
}

/** What a paid session settles, by its origin. Each module registers its own origin at start. */
@Injectable()
export class PaidForRegistry {
  private readonly byOrigin = new Map<SettledOrigin, PaidFor>();

  register(origin: SettledOrigin, paidFor: PaidFor): void {
    this.byOrigin.set(origin, paidFor);
  }

  /** Null for sessions that are payments to their merchant and nothing else. */
  of(origin: SessionOrigin): PaidFor | null {
    if (origin === 'api' || origin === 'link') return null;
    const found = this.byOrigin.get(origin);
    if (!found) throw new Error(`this app completes no sessions of ${origin}`);
    return found;
  }
}

const open = () => new Prepared<void>(() => undefined);

/** The admissions of payments, by the origin of their sessions. Each module registers its own at start. */
@Injectable()
export class PaymentAdmissions {
  private readonly byOrigin = new Map<SessionOrigin, PaymentAdmission>();

  register(origin: SessionOrigin, admission: PaymentAdmission): void {
    this.byOrigin.set(origin, admission);
  }

  /** See `PaymentAdmission`. */
  async admit(session: PayableSession, entry: Entry): Promise<Prepared<void>> {
    return (await this.byOrigin.get(session.origin)?.admit(session, entry)) ?? open();
  }

  async complete(session: PayableSession, attemptId: string): Promise<Prepared<void> | null> {
    const admission = this.byOrigin.get(session.origin);
    return admission?.complete ? admission.complete(session, attemptId) : open();
  }
}

/** What a payment that is certain does, however it was made: the one way in which a session is completed. */
@Injectable()
export class SessionCompletionService {
  constructor(
    private readonly wallets: WalletAccountsService,
    private readonly paidFor: PaidForRegistry,
    private readonly escrows: EscrowFundingService,
    private readonly tokens: SessionTokensService,
  ) {}

  /** Null unless the session was opened for an object that is not to be paid any more. See `CreditsMerchant`. */
  async refusalOf(session: CheckoutSession): Promise<Prepared<void> | null> {
    const paidFor = session.status === 'completed' ? null : this.paidFor.of(session.origin);
    return paidFor?.credits === 'merchant' ? ((await paidFor.refusalOf?.(session)) ?? null) : null;
  }

  /**
   * Throws where the object of the session has ended, before a payment begins. It says less than `requireDue`, so that
   * strangers do not learn what its customer has.
   */
  async requireStanding(session: CheckoutSession): Promise<void> {
    const paidFor = this.paidFor.of(session.origin);
    if (paidFor?.credits === 'merchant' && (await paidFor.hasEnded?.(session))) throw notDue();
  }

  /** Throws where the session is open for an object that is not to be paid any more. */
  async requireDue(session: CheckoutSession): Promise<void> {
    if (session.status !== 'expired' && (await this.refusalOf(session))) throw notDue();
  }

  /** Reads what the completion takes; applying it stages everything but the session itself, which the caller saves. */
  async prepare(session: CheckoutSession, payment: CertainPayment, now: Date): Promise<Prepared<void>> {
    const isVariantB = session.openedThrough === 'B';
    const sessionToken = isVariantB ? this.tokens.tokenOf(session.sessionId) : undefined;
    const [credit, hold] = await Promise.all([
      this.creditOf(session, payment),
      session.escrow ? this.holdOf(session, payment) : null,
    ]);
    return new Prepared(() => {
      const { accountId, bookedAs } = credit.apply();
      session.complete(payment, { accountId, bookedAs, sessionToken }, now);
      hold?.(accountId);
    });
  }

  /**
   * Where the amount goes, with the wallet opened where there is none. Test mode credits no account; a deposit credits by
   * itself, with what the gateway confirmed.
   */
  private async creditOf(
    session: CheckoutSession,
    payment: CertainPayment,
  ): Promise<Prepared<CompletedCredit>> {
    const { mode, ownerId, currency, escrow, amount } = session;
    const { gateway, gatewayTransactionId, method, charged } = payment;
    const paidFor = this.paidFor.of(session.origin);
    const wallet = payment.payer?.wallet ?? null;
    const card = payment.card ?? null;
    const paid = { gateway, gatewayTransactionId, method, isSetAside: false, wallet, card };
    if (paidFor?.credits === 'itself') {
      const credit = await paidFor.prepare(session, { ...paid, amount: charged });
      return new Prepared(() => {
        credit.apply();
        return { accountId: null, bookedAs: null };
      });
    }
    const [settlement, credited] = await Promise.all([
      paidFor?.prepare(session, { ...paid, amount }),
      mode === 'live' ? this.wallets.prepareWallet(ownerId, currency) : null,
    ]);
    return new Prepared(() => {
      const bookedAs = settlement?.apply() ?? null;
      if (!credited) return { accountId: null, bookedAs };
      const { accountId, lockedAccountId } = credited.apply();
      return { accountId: escrow ? lockedAccountId : accountId, bookedAs };
    });
  }

  private holdOf(session: CheckoutSession, { payer, charged, buyerEmail }: CertainPayment) {
    const { mode, sessionId, appId, ownerId, amount, fee, description } = session;
    return this.escrows.prepareHold({
      mode,
      sessionId,
      appId,
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
