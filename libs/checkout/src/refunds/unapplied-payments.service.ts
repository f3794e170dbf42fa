import { Inject, Injectable } from '@nestjs/common';
import { type BalanceAfter, UnitOfWork } from '@app/write-path';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { Clock, type Currency, invalidState, isUuid, Money, notFound } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import type { Pool } from 'pg';
import { mayHaveBeenSent, notDue, paymentUnderWay } from '../common/checkout.errors';
import type { Refund } from './refund.aggregate';
import type { UnappliedReason } from './refund.states';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { RefundRepository } from './refund.repository';
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
    coalesce(a.refund_minor, a.received_minor) AS minor, a.received_currency AS currency, a.gateway,
    a.gateway_transaction_id AS "gatewayTransactionId", a.refund_at IS NOT NULL AS "isReturning", a.failure,
    a.refund_id AS "refundId", a.ended_at AS "receivedAt"`,
  joins: 'JOIN checkout_sessions s ON s.id = a.checkout_session_id',
};

/** What staff do with money that no session could take: it goes back, or to the merchant. */
@Injectable()
export class UnappliedPaymentsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly attempts: RefundRepository,
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
    const attempt = await this.undecided(id, isUnsent);
    attempt.requestRefund(this.clock.now());
    this.attempts.save(attempt);
    return attempt.refundable;
  }

  /** Records as refunded what staff know to have been sent back, by the company or by hand; no gateway is called. */
  async settle(id: string, refundId: string): Promise<Money> {
    const attempt = await this.unapplied(id);
    const { sessionId } = await this.sessions.byId(attempt.checkoutSessionId);
    attempt.settleRefund(refundId, sessionId, this.clock.now());
    this.attempts.save(attempt);
    return attempt.refundable;
  }

  /**
   * Credits the merchant, or the depositor, with the money, at the rate the buyer was quoted. A session that is
   * still open is closed, so that it is not paid again.
   */
  async apply(id: string, isUnsent: boolean): Promise<AppliedPayment> {
    const attempt = await this.undecided(id, isUnsent);
    const session = await this.sessions.byId(attempt.checkoutSessionId);
    if (session.escrow) throw invalidState('A payment meant for escrow can only be refunded.');
    if ((await this.payees.payeeOf(session)).closed)
      throw invalidState('The account that it was meant for is closed: it can only be refunded.');
    const now = this.clock.now();
    if (session.status === 'processing') throw paymentUnderWay();
    if (session.status === 'pending') {
      session.expire();
      this.sessions.save(session);
    }
    const { credited, accountId } = await this.credit(attempt, session, now);
    this.attempts.save(attempt);
    return { credited, accountId, newBalance: this.unit.balanceAfter(accountId) };
  }

  private async credit(attempt: Refund, session: CheckoutSession, now: Date): Promise<Credit> {
    const paidFor = this.paidFor.of(session.origin);
    if (paidFor?.credits === 'itself') return this.creditOrigin(paidFor, attempt, session, now);
    const credited = attempt.worth(session.amount);
    if (credited.isZero)
      throw invalidState('This is worth less than the least amount: it can only be refunded.');
    if (paidFor && (await paidFor.refusalOf?.(session))) throw notDue();
    const [settlement, wallet] = await Promise.all([
      paidFor?.prepare(session, { ...paymentOf(attempt), amount: credited }),
      this.wallets.prepareWallet(session.ownerId, credited.currency),
    ]);
    const { accountId } = wallet.apply();
    const settled = settlement?.apply();
    const settles = settled && { reference: settled.reference, related: settled.related };
    attempt.apply(now, { sessionId: session.sessionId, accountId, credited, settles });
    return { credited, accountId };
  }

  /** What the session was opened from credits whatever arrived, in its currency, by an event of its own. */
  private async creditOrigin(
    paidFor: CreditsItself,
    attempt: Refund,
    session: CheckoutSession,
    now: Date,
  ): Promise<Credit> {
    const { received: amount } = attempt;
    const credit = await paidFor.prepare(session, { ...paymentOf(attempt), amount });
    attempt.apply(now);
    return { credited: amount, accountId: credit.apply() };
  }

  private async undecided(id: string, isUnsent: boolean): Promise<Refund> {
    const attempt = await this.unapplied(id);
    if (attempt.refundAt !== null) throw invalidState('This payment is on its way back already.');
    if (attempt.mayHaveGone && !isUnsent) throw mayHaveBeenSent();
    return attempt;
  }

  private async unapplied(id: string): Promise<Refund> {
    const attempt = isUuid(id) ? await this.attempts.findOneBy({ id, mode: 'live' }) : null;
    if (!attempt?.unappliedReason) throw notFound('Unapplied payment');
    if (attempt.status !== 'unapplied') throw invalidState(`This payment is ${attempt.status} already.`);
    return attempt;
  }
}

/** What those a session was opened for know of a payment that was set aside. */
function paymentOf({ gateway, gatewayTransactionId, method }: Refund) {
  return { gateway, gatewayTransactionId, method, isSetAside: true, wallet: null, card: null };
}
