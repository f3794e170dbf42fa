import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { FxService } from '@app/fx';
import { REVERSAL_KEY } from '@app/ledger';
import { addSeconds, Clock, Money, Times } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { isCountedRefund } from '../common/counted-refunds.policy';
import { checkoutKey } from '../money/checkout.money';
import { PayeesQueries } from '../sessions/payees.queries';
import { Refund } from './refund.aggregate';
import { type RefundAmounts, refundAmounts } from './refund-amount.policy';
import {
  paidTooLongAgo,
  paymentReversed,
  payerHasClosed,
  refundRateMissing,
  refundRefTaken,
  tooManyRefunds,
} from './refund.errors';
import { RefundRepository } from './refund.repository';
import type { RefundablePayment } from './refundable-payments.service';

/** How long after its payment something can be refunded. */
export const REFUND_DAYS = 365;
const DAY_SECONDS = 24 * 3600;
/** Refunds of one payment that have not failed. */
const MAX_PARTS = 100;

/** What a merchant asks for. */
export interface RefundRequest {
  /** In smallest units of the price; null: all that is left. */
  amountMinor: bigint | null;
  reason: string | null;
  /** The merchant's own reference, unique in the account and mode. */
  refundRef: string | null;
  /** Where the payer is written to, if not as for the payment. */
  customerEmail: string | null;
}

/** Sums over the refunds of the payment in `$1` that have neither failed nor come back. */
const SO_FAR = `SELECT coalesce(sum(face_minor), 0) AS refunded, coalesce(sum(charge_minor), 0) AS returned, count(*)::int AS parts
                  FROM refunds WHERE payment_id = $1 AND ${isCountedRefund('refunds')}`;

/** Whether staff have reversed the payment of the session in `$1`. */
const REVERSED = `SELECT 1 FROM ledger.once p JOIN ledger.once r ON r.key = '${REVERSAL_KEY}' || p.journal_id WHERE p.key = $1`;

/** Refunds payments for their merchants: the one way in which such a refund is created. */
@Injectable()
export class RefundCreationService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly refunds: RefundRepository,
    private readonly wallets: WalletAccountsService,
    private readonly people: PayeesQueries,
    private readonly fx: FxService,
    private readonly unit: UnitOfWork,
    private readonly times: Times,
    private readonly clock: Clock,
  ) {}

  /** Stages the refund in the current unit of work. Of several at once, each finds what the others have left. */
  async create(payment: RefundablePayment, request: RefundRequest): Promise<Refund> {
    const { ownerId, mode, payerId } = payment;
    const { refundRef } = request;
    const known = refundRef && (await this.refunds.byRefundRef(ownerId, mode, refundRef));
    if (known) throw refundRefTaken(known.refundId);
    const now = await this.times.of(payment);
    if (addSeconds(payment.paidAt, REFUND_DAYS * DAY_SECONDS) < now) throw paidTooLongAgo(REFUND_DAYS);
    await this.requireStanding(payment);
    const amounts = await this.amountsOf(payment, request);
    const debited = await this.costOf(amounts);
    const { accountId, payer } = await this.walletsOf(payment);
    if (payerId && (await this.people.payeeOf({ ownerId: payerId, appId: null })).closed)
      throw payerHasClosed();
    this.guard(payment, amounts);
    const { reason } = request;
    const customerEmail = request.customerEmail ?? payment.customerEmail;
    const refund = new Refund(
      {
        ...payment,
        ...amounts,
        source: 'merchant',
        debited,
        accountId,
        payer,
        customerEmail,
        reason,
        refundRef,
      },
      now,
      this.clock.now(),
    );
    this.refunds.add(refund);
    return refund;
  }

  /** The commit starts over where staff reverse the payment first. */
  private async requireStanding({ sessionId }: RefundablePayment): Promise<void> {
    if (sessionId === null) return;
    const parameters = [checkoutKey(sessionId)];
    const { rowCount } = await this.pool.query(REVERSED, parameters);
    if (rowCount! > 0) throw paymentReversed();
    this.unit.stage({ sql: `SELECT 1 WHERE NOT EXISTS (${REVERSED})`, parameters, expectedRows: 1 });
  }

  private async amountsOf(
    { paymentId, face, charged }: RefundablePayment,
    { amountMinor }: RefundRequest,
  ): Promise<RefundAmounts> {
    const { rows } = await this.pool.query<{ refunded: string; returned: string; parts: number }>(SO_FAR, [
      paymentId,
    ]);
    const { refunded, returned, parts } = rows[0]!;
    if (parts >= MAX_PARTS) throw tooManyRefunds(MAX_PARTS);
    const soFar = {
      face,
      charged,
      refunded: new Money(BigInt(refunded), face.currency),
      returned: new Money(BigInt(returned), charged.currency),
    };
    return refundAmounts(soFar, amountMinor === null ? null : new Money(amountMinor, face.currency));
  }

  /**
   * What the merchant pays: the price, or what it costs today to return what was paid, where that is more. At the rate of
   * the payment alone, a payer and a merchant who know each other could choose the better of two rates for a year.
   */
  private async costOf({ face, charge }: RefundAmounts): Promise<Money> {
    if (charge.currency === face.currency) return face;
    const rate = await this.fx.checkoutRate(charge.currency, face.currency);
    if (!rate) throw refundRateMissing(charge.currency, face.currency);
    const cost = charge.collectedAs(face.currency, rate);
    return cost.compare(face) > 0 ? cost : face;
  }

  /** Test mode moves no money. */
  private async walletsOf({ ownerId, mode, face, charged, payerId }: RefundablePayment) {
    if (mode === 'test') return { accountId: null, payer: null };
    const [merchant, payer] = await Promise.all([
      this.wallets.prepareWallet(ownerId, face.currency),
      payerId ? this.wallets.prepareWallet(payerId, charged.currency) : null,
    ]);
    return {
      accountId: merchant.apply().accountId,
      payer: payer && payerId ? { ownerId: payerId, accountId: payer.apply().accountId } : null,
    };
  }

  /** The commit starts over where refunds of the same payment have changed what is left of it. */
  private guard({ paymentId, face, charged }: RefundablePayment, amounts: RefundAmounts): void {
    this.refunds.lockPayment(paymentId);
    this.unit.stage({
      sql: `SELECT 1 FROM (${SO_FAR}) so_far
             WHERE refunded + $2 <= $3 AND returned + $4 <= $5 AND (refunded + $2 = $3) = (returned + $4 = $5)
               AND parts < $6`,
      parameters: [paymentId, amounts.face.minor, face.minor, amounts.charge.minor, charged.minor, MAX_PARTS],
      expectedRows: 1,
    });
  }
}
