import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, POSTGRES_POOL, QUERY_TIMEOUT } from '@app/database';
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

/** SQL: sums over the refunds of a payment that have neither failed nor come back. */
const soFar = (paymentId: string): string =>
  `SELECT coalesce(sum(face_minor), 0) AS refunded, coalesce(sum(charge_minor), 0) AS returned, count(*)::int AS parts
     FROM refunds WHERE payment_id = ${paymentId} AND ${isCountedRefund('refunds')}`;

/** SQL: a row where staff have reversed what was booked under this key. */
const reversalOf = (key: string): string =>
  `SELECT 1 FROM ledger.once p JOIN ledger.once r ON r.key = '${REVERSAL_KEY}' || p.journal_id WHERE p.key = ${key}`;

const IS_NOT_REVERSED = `SELECT 1 WHERE NOT EXISTS (${reversalOf('$1')})`;

/** Whether a refund of `$2` that returns `$4` leaves nothing of only one of the two. */
const IS_LEFT = `SELECT 1 FROM (${soFar('$1::uuid')}) so_far
                  WHERE refunded + $2::bigint <= $3::bigint AND returned + $4::bigint <= $5::bigint
                    AND (refunded + $2::bigint = $3::bigint) = (returned + $4::bigint = $5::bigint) AND parts < $6::int`;

/** What has happened to a payment since. */
interface PaymentSince {
  refunded: string;
  returned: string;
  parts: number;
  reversed: boolean;
}

/** Refunds payments for their merchants: the one way in which such a refund is created. */
@Injectable()
export class RefundCreationService {
  private readonly since = new BatchLoader((payments: RefundablePayment[]) => this.sinceOf(payments));

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
    const since = await this.since.read(payment);
    if (since!.reversed) throw paymentReversed();
    const amounts = this.amountsOf(payment, since!, request);
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

  private async sinceOf(payments: readonly RefundablePayment[]): Promise<(PaymentSince | null)[]> {
    const { rows } = await this.pool.query<PaymentSince & { ord: string }>({
      ...QUERY_TIMEOUT,
      name: 'refunds_so_far',
      text: `SELECT k.ord, so_far.*, EXISTS (${reversalOf('k.booking')}) AS reversed
               FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(payment, booking, ord),
                    LATERAL (${soFar('k.payment')}) so_far`,
      values: [
        arrayOf('uuid', payments, ({ paymentId }) => paymentId),
        arrayOf('text', payments, ({ sessionId }) => sessionId && checkoutKey(sessionId)),
      ],
    });
    return inOrder(payments.length, rows);
  }

  private amountsOf(
    { face, charged }: RefundablePayment,
    { refunded, returned, parts }: PaymentSince,
    { amountMinor }: RefundRequest,
  ): RefundAmounts {
    if (parts >= MAX_PARTS) throw tooManyRefunds(MAX_PARTS);
    const before = {
      face,
      charged,
      refunded: new Money(BigInt(refunded), face.currency),
      returned: new Money(BigInt(returned), charged.currency),
    };
    return refundAmounts(before, amountMinor === null ? null : new Money(amountMinor, face.currency));
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

  /** The commit starts over where staff reverse the payment first, or refunds of it have changed what is left. */
  private guard({ paymentId, sessionId, face, charged }: RefundablePayment, amounts: RefundAmounts): void {
    this.refunds.lockPayment(paymentId);
    if (sessionId !== null) this.unit.require('payment_stands', IS_NOT_REVERSED, [checkoutKey(sessionId)]);
    this.unit.require('payment_has_left', IS_LEFT, [
      paymentId,
      amounts.face.minor,
      face.minor,
      amounts.charge.minor,
      charged.minor,
      MAX_PARTS,
    ]);
  }
}
