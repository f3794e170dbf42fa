import { Inject, Injectable } from '@nestjs/common';
import { type BalanceAfter, UnitOfWork } from '@app/write-path';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { Clock, type Currency, invalidState, isUuid, Money, notFound } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import type { Pool } from 'pg';
import { mayHaveBeenSent, notDue, paymentUnderWay } from '../common/checkout.errors';
import { Refund } from './refund.aggregate';
import { RefundRepository } from './refund.repository';
import type { UnappliedPayment as Payment } from './unapplied-payment.aggregate';
import { UnappliedPaymentRepository } from './unapplied-payment.repository';
import type { UnappliedReason } from '../common/unapplied-payment.states';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import type { CreditsItself } from '../sessions/paid-for.port';
import { PayeesQueries } from '../sessions/payees.queries';
import { PaidForRegistry } from '../sessions/session-completion.service';
import { CheckoutSessionRepository } from '../sessions/checkout-session.repository';

/** Money that no session could take, or that an escrow gave back, as staff see it. */
export interface UnappliedPayment {
  id: string;
  sessionId: string;
  ownerId: string;
  method: string;
  reason: UnappliedReason;
  /** What arrived, or what of it is to go back. */
  received: Money;
  gateway: string;
  gatewayTransactionId: string;
  /** Whether it is on its way back. */
  isReturning: boolean;
  /** The company's name for a refund that it has taken and not carried out. */
  refundId: string | null;
  /** Why it could not be sent back before, or has not gone yet; null where that was not tried. */
  failure: string | null;
  receivedAt: Date;
}

/** A payment that was credited after all. */
export interface AppliedPayment {
  credited: Money;
  /** Whose balance it went to. */
  accountId: string;
  newBalance: BalanceAfter;
}

type Credit = Pick<AppliedPayment, 'credited' | 'accountId'>;

interface Row extends Omit<UnappliedPayment, 'received'> {
  minor: string;
  currency: Currency;
}

const LIST: Listing = {
  name: 'unapplied',
  rows: 'checkout_attempts a',
  where: `a.status = 'unapplied' AND a.mode = 'live'`,
  order: 'a.ended_at, a.id',
  columns: `a.id, s.session_id AS "sessionId", a.owner_id AS "ownerId", a.method, a.unapplied_reason AS reason,
    coalesce(r.charge_minor, a.received_minor) AS minor, a.received_currency AS currency, a.gateway,
    a.gateway_transaction_id AS "gatewayTransactionId", r.due_at IS NOT NULL AS "isReturning", r.failure,
    r.provider_id AS "refundId", a.ended_at AS "receivedAt"`,
  joins: `JOIN checkout_sessions s ON s.id = a.checkout_session_id
    LEFT JOIN LATERAL (SELECT * FROM refunds WHERE payment_id = a.id AND source <> 'merchant'
                        ORDER BY created_at DESC, id DESC LIMIT 1) r ON true`,
};

/** What staff do with money that no session could take: it goes back, or to the merchant. */
@Injectable()
export class UnappliedPaymentsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly payments: UnappliedPaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly sessions: CheckoutSessionRepository,
    private readonly wallets: WalletAccountsService,
    private readonly paidFor: PaidForRegistry,
    private readonly payees: PayeesQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Live payments that wait for a decision or for their refund, the oldest first. */
  async list(page: PageQuery): Promise<Page<UnappliedPayment>> {
    return (await Page.read<Row>(this.pool, LIST, [], page)).map(({ minor, currency, ...row }) => ({
      ...row,
      received: new Money(BigInt(minor), currency),
    }));
  }

  /**
   * Has the money sent back the way it came, by the job that sends refunds; `isUnsent`: staff have asked, and no earlier
   * request was carried out. Stages it in the current unit of work.
   */
  async sendBack(id: string, isUnsent: boolean): Promise<Money> {
    const { payment, refund } = await this.undecided(id, isUnsent);
    // Of decisions at once, one finds the payment changed and starts over.
    this.payments.save(payment);
    const now = this.clock.now();
    if (refund?.status === 'pending') {
      refund.order(now, isUnsent);
      this.refunds.save(refund);
      return refund.charge;
    }
    const amount = amountOf(payment, refund);
    this.addRefund(payment, await this.sessionOf(payment), amount, now);
    return amount;
  }

  /** Records as refunded what staff know to have been sent back, by the company or by hand; no company is called. */
  async settle(id: string, providerId: string): Promise<Money> {
    const payment = await this.unapplied(id);
    const last = await this.refunds.ofUnapplied(id);
    const now = this.clock.now();
    const isPending = last?.status === 'pending';
    const refund = isPending
      ? last
      : refundOf(payment, await this.sessionOf(payment), amountOf(payment, last), now);
    refund.settle(providerId, now);
    if (isPending) this.refunds.save(refund);
    else this.refunds.add(refund);
    await this.recordRefunded(payment, refund, providerId, now);
    return refund.charge;
  }

  /** Stages a refund of so much of the payment, which is due at once. */
  addRefund(payment: Payment, session: CheckoutSession, amount: Money, now: Date): void {
    this.refunds.add(refundOf(payment, session, amount, now));
  }

  /** Records that a refund has gone back, where it was one of unapplied money. */
  async refunded(refund: Refund, now: Date): Promise<void> {
    if (refund.isMerchants) return;
    await this.recordRefunded(await this.payments.byId(refund.paymentId), refund, refund.providerId!, now);
  }

  /**
   * Credits the merchant, or the depositor, with the money, at the rate the buyer was quoted. A session that is
   * still open is closed, so that it is not paid again.
   */
  async apply(id: string, isUnsent: boolean): Promise<AppliedPayment> {
    const { payment, refund } = await this.undecided(id, isUnsent);
    const session = await this.sessionOf(payment);
    if (session.escrow) throw invalidState('A payment meant for escrow can only be refunded.');
    if ((await this.payees.payeeOf(session)).closed)
      throw invalidState('The account that it was meant for is closed: it can only be refunded.');
    const now = this.clock.now();
    if (session.status === 'processing') throw paymentUnderWay();
    if (session.status === 'pending') {
      session.expire();
      this.sessions.save(session);
    }
    if (refund?.status === 'pending') {
      refund.giveUp('Staff have applied the payment', now);
      this.refunds.save(refund);
    }
    const { credited, accountId } = await this.credit(payment, session, now);
    this.payments.save(payment);
    return { credited, accountId, newBalance: this.unit.balanceAfter(accountId) };
  }

  private async credit(payment: Payment, session: CheckoutSession, now: Date): Promise<Credit> {
    const paidFor = this.paidFor.of(session.origin);
    if (paidFor?.credits === 'itself') return this.creditOrigin(paidFor, payment, session, now);
    const credited = payment.worth(session.amount);
    if (credited.isZero)
      throw invalidState('This is worth less than the least amount: it can only be refunded.');
    if (paidFor && (await paidFor.refusalOf?.(session))) throw notDue();
    const [settlement, wallet] = await Promise.all([
      paidFor?.prepare(session, { ...paymentOf(payment), amount: credited }),
      this.wallets.prepareWallet(session.ownerId, credited.currency),
    ]);
    const { accountId } = wallet.apply();
    const settled = settlement?.apply();
    const settles = settled && { reference: settled.reference, related: settled.related };
    payment.apply(now, { sessionId: session.sessionId, accountId, credited, settles });
    return { credited, accountId };
  }

  /** What the session was opened from credits whatever arrived, in its currency, by an event of its own. */
  private async creditOrigin(
    paidFor: CreditsItself,
    payment: Payment,
    session: CheckoutSession,
    now: Date,
  ): Promise<Credit> {
    const { received: amount } = payment;
    const credit = await paidFor.prepare(session, { ...paymentOf(payment), amount });
    payment.apply(now);
    return { credited: amount, accountId: credit.apply() };
  }

  private async undecided(
    id: string,
    isUnsent: boolean,
  ): Promise<{ payment: Payment; refund: Refund | null }> {
    const payment = await this.unapplied(id);
    const refund = await this.refunds.ofUnapplied(id);
    if (refund && refund.dueAt !== null) throw invalidState('This payment is on its way back already.');
    if (refund?.status === 'pending' && refund.mayHaveGone && !isUnsent) throw mayHaveBeenSent();
    return { payment, refund };
  }

  private async unapplied(id: string): Promise<Payment> {
    const payment = isUuid(id) ? await this.payments.findOneBy({ id, mode: 'live' }) : null;
    if (!payment?.unappliedReason) throw notFound('Unapplied payment');
    if (payment.status !== 'unapplied') throw invalidState(`This payment is ${payment.status} already.`);
    return payment;
  }

  private sessionOf({ checkoutSessionId }: Payment): Promise<CheckoutSession> {
    return this.sessions.byId(checkoutSessionId);
  }

  private async recordRefunded(
    payment: Payment,
    { charge }: Refund,
    providerId: string,
    now: Date,
  ): Promise<void> {
    const { sessionId } = await this.sessionOf(payment);
    payment.refunded({ providerId, amount: charge }, sessionId, now);
    this.payments.save(payment);
  }
}

/** All that arrived, or the part that an escrow returned. */
function amountOf({ received, unappliedReason }: Payment, last: Refund | null): Money {
  return unappliedReason === 'escrow-returned' && last ? last.charge : received;
}

function refundOf(payment: Payment, { sessionId, appId }: CheckoutSession, amount: Money, now: Date): Refund {
  const { id: paymentId, ownerId, mode, method, gateway, gatewayTransactionId, received } = payment;
  const source = payment.unappliedReason === 'escrow-returned' ? 'escrow' : 'unapplied';
  const paid = {
    paymentId,
    ownerId,
    appId,
    mode,
    sessionId,
    method,
    gateway,
    gatewayTransactionId,
    received,
  };
  return Refund.ofUnapplied(source, paid, amount, now);
}

/** What those a session was opened for know of a payment that was set aside. */
function paymentOf({ gateway, gatewayTransactionId, method }: Payment) {
  return { gateway, gatewayTransactionId, method, isSetAside: true, wallet: null, card: null };
}
