import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, invalid, MAX_AMOUNT_MINOR, type Mode, type Money, uuidv7 } from '@app/kernel';
import { escrowFee } from '@app/escrow';
import { CheckoutSession } from './checkout-session.aggregate';
import type { OpenedThrough } from '../checkout.states';
import { CheckoutSessions } from './checkout-session.repository';
import { MethodOffers } from '../methods/method-offers.service';
import type { PaymentMethod } from '../methods/payment-methods.policy';
import { newSessionId, SessionTokens, tokenHash } from './session-tokens.service';

export interface NewSession {
  ownerId: string;
  /** Null where the service itself opens it, for a deposit of the owner's own. */
  appId: string | null;
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

/** Opens sessions, in the unit of work of whoever asks for one. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly sessions: CheckoutSessions,
    private readonly tokens: SessionTokens,
    private readonly offers: MethodOffers,
    private readonly clock: Clock,
  ) {}

  open(wish: NewSession): CheckoutSession {
    const paymentMethods = this.offers.for(wish, wish.paymentMethods);
    const fee = wish.escrow ? escrowFee(wish.amount) : undefined;
    if (fee && wish.amount.plus(fee).minor > MAX_AMOUNT_MINOR) {
      throw invalid('amount', 'Amount and escrow fee together are more than can be paid.');
    }
    const now = this.clock.now();
    const sessionId = newSessionId(wish.mode);
    const session = CheckoutSession.open({
      id: uuidv7(now),
      sessionId,
      tokenHash: tokenHash(this.tokens.tokenOf(sessionId)),
      ownerId: wish.ownerId,
      appId: wish.appId,
      mode: wish.mode,
      purpose: wish.appId === null ? 'deposit' : 'payment',
      amount: wish.amount,
      escrowFee: fee,
      openedThrough: wish.openedThrough,
      orderRef: wish.orderRef ?? null,
      description: wish.description ?? null,
      customerEmail: wish.customerEmail ?? null,
      customerName: wish.customerName ?? null,
      metadata: wish.metadata ?? {},
      paymentMethods,
      successUrl: wish.successUrl ?? null,
      cancelUrl: wish.cancelUrl ?? null,
      escrowCondition: (wish.escrow && wish.escrowCondition) || null,
      escrowDeadlineDays: (wish.escrow && wish.escrowDeadlineDays) || null,
      createdAt: now,
      expiresAt: addSeconds(now, wish.expiresInMinutes * 60),
    });
    this.sessions.add(session);
    return session;
  }
}
