import { Injectable } from '@nestjs/common';
import { addSeconds, invalid, MAX_AMOUNT_MINOR, type Mode, type Money, Times, uuidv7 } from '@app/kernel';
import { escrowFee } from '@app/escrow';
import { TestQuotasService } from '@app/test-clock';
import { Prepared } from '@app/write-path';
import { CheckoutSession } from './checkout-session.aggregate';
import type { OpenedThrough, SessionOrigin } from './session.states';
import { CheckoutSessionRepository } from './checkout-session.repository';
import { MethodOffersService } from './method-offers.service';
import type { PaymentMethod } from '../common/payment-methods.policy';
import { newSessionId, SessionTokensService, tokenHash } from './session-tokens.service';

export interface NewSession {
  ownerId: string;
  /** Null where the service itself opens it. */
  appId: string | null;
  origin: SessionOrigin;
  /** The object that it is opened for; absent for `api` and `deposit`. */
  originId?: string;
  mode: Mode;
  amount: Money;
  orderRef?: string;
  description?: string;
  customerEmail?: string;
  customerName?: string;
  metadata?: object;
  /** Those to offer; all that are served where absent. */
  paymentMethods?: PaymentMethod[];
  successUrl?: string | null;
  cancelUrl?: string | null;
  expiresInMinutes: number;
  openedThrough?: OpenedThrough;
  /** Holds the payment in escrow; the buyer pays the fee on top. */
  escrow?: boolean;
  escrowCondition?: string;
  escrowDeadlineDays?: number;
}

/** Opens sessions, in the caller's unit of work. */
@Injectable()
export class SessionOpeningService {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly tokens: SessionTokensService,
    private readonly offers: MethodOffersService,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  /** Throws LIMIT_REACHED if a test app has no room for another one. */
  async openSession(request: NewSession): Promise<CheckoutSession> {
    await this.quotas.requireObject(request);
    return (await this.prepareSession(request)).apply();
  }

  /** Reads what the session takes; applying opens it in the current unit of work. It is for bills, which quotas do not stop. */
  async prepareSession(request: NewSession): Promise<Prepared<CheckoutSession>> {
    const paymentMethods = this.offers.for(request, request.paymentMethods);
    const fee = request.escrow ? escrowFee(request.amount) : undefined;
    if (fee && request.amount.plus(fee).minor > MAX_AMOUNT_MINOR) {
      throw invalid('amount', 'Amount and escrow fee together are more than can be paid.');
    }
    const now = await this.times.of(request);
    return new Prepared(() => this.open(request, paymentMethods, fee, now));
  }

  private open(
    request: NewSession,
    paymentMethods: PaymentMethod[],
    fee: Money | undefined,
    now: Date,
  ): CheckoutSession {
    const sessionId = newSessionId(request.mode);
    const session = new CheckoutSession({
      id: uuidv7(now),
      sessionId,
      tokenHash: tokenHash(this.tokens.tokenOf(sessionId)),
      ownerId: request.ownerId,
      appId: request.appId,
      mode: request.mode,
      origin: request.origin,
      originId: request.originId,
      amount: request.amount,
      escrowFee: fee,
      openedThrough: request.openedThrough,
      orderRef: request.orderRef ?? null,
      description: request.description ?? null,
      customerEmail: request.customerEmail ?? null,
      customerName: request.customerName ?? null,
      metadata: request.metadata ?? {},
      paymentMethods,
      successUrl: request.successUrl ?? null,
      cancelUrl: request.cancelUrl ?? null,
      escrowCondition: (request.escrow && request.escrowCondition) || null,
      escrowDeadlineDays: (request.escrow && request.escrowDeadlineDays) || null,
      createdAt: now,
      expiresAt: addSeconds(now, request.expiresInMinutes * 60),
    });
    this.sessions.add(session);
    return session;
  }
}
