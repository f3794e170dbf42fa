import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { type Mode, Money, notFound, sha256 } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { IsNull, Not, Repository } from 'typeorm';
import { refundIdTaken } from '../common/checkout.errors';
import { paymentLock } from '../common/counted-refunds.policy';
import { Refund } from './refund.aggregate';
import { followsTestClock } from './refund-course.policy';

@Injectable()
export class RefundRepository extends AggregateStore<Refund> {
  constructor(@InjectRepository(Refund) rows: Repository<Refund>, unit: UnitOfWork) {
    super(rows, unit, {
      refunds_provider_id: refundIdTaken,
      // Another request has used the reference first: the command finds it.
      refunds_refund_ref: () => new StaleAggregate(),
    });
  }

  async byId(id: string): Promise<Refund> {
    return found(await this.findOneBy({ id }));
  }

  /** By its public id, of any owner. */
  async byRefundId(refundId: string, mode: Mode): Promise<Refund> {
    return found(await this.findOneBy({ refundId, mode }));
  }

  /** By the token in the address of its page. */
  async byToken(mode: Mode, token: string): Promise<Refund> {
    return found(await this.findOneBy({ destination: { tokenHash: sha256(token) }, mode }));
  }

  /** What a merchant has refunded of a session, newest first. */
  ofSession(ownerId: string, mode: Mode, sessionId: string): Promise<Refund[]> {
    const where = { sessionId, ownerId, mode, source: 'merchant' } as const;
    return this.rows.find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: 200 });
  }

  /** The refund with this reference of the merchant; null where there is none. */
  byRefundRef(ownerId: string, mode: Mode, refundRef: string): Promise<Refund | null> {
    return this.findOneBy({ ownerId, mode, refundRef });
  }

  /** The newest refund of a payment that is not its merchant's money; null where none was tried. */
  ofUnapplied(paymentId: string): Promise<Refund | null> {
    return this.rows.findOne({
      where: [
        { paymentId, source: 'unapplied' },
        { paymentId, source: 'escrow' },
      ],
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /** Whether another refund of the company has this name. */
  async hasOther({ id, mode, rail, gateway }: Refund, providerId: string): Promise<boolean> {
    const other = await this.findOneBy({ mode, rail, gateway, providerId });
    return other !== null && other.id !== id;
  }

  /** What of its payment has gone back, in the currency that was paid. */
  async completedOf({ paymentId, chargeCurrency }: Refund): Promise<Money> {
    const [row] = await this.rows.query<{ minor: string }[]>(
      `SELECT coalesce(sum(charge_minor), 0) AS minor FROM refunds WHERE payment_id = $1 AND status = 'completed' AND returned_at IS NULL`,
      [paymentId],
    );
    return new Money(BigInt(row!.minor), chargeCurrency);
  }

  /**
   * Whether another refund of the same payment is being sent. Otherwise the unit of work starts over where one is sent
   * first, so that the company gets one request of a payment at a time.
   */
  async isAnotherSent({ id, paymentId }: Refund, now: Date): Promise<boolean> {
    const sql = `SELECT 1 FROM refunds WHERE payment_id = $1 AND id <> $2 AND status = 'pending'
                    AND provider_id IS NULL AND unanswered > 0 AND due_at > $3`;
    const parameters = [paymentId, id, now];
    if ((await this.rows.query<unknown[]>(sql, parameters)).length > 0) return true;
    this.lockPayment(paymentId);
    this.unit.stage({ sql: `SELECT 1 WHERE NOT EXISTS (${sql})`, parameters, expectedRows: 1 });
    return false;
  }

  /** Units of work that refund the same payment commit one after another. */
  lockPayment(paymentId: string): void {
    this.unit.lock(paymentLock(paymentId));
  }

  /** Ids of live refunds that a company took before then and has not carried out, of which finance was not alerted. */
  late(before: Date, limit: number): Promise<string[]> {
    const where = {
      mode: 'live',
      status: 'pending',
      providerId: Not(IsNull()),
      alertedAt: IsNull(),
    } as const;
    return this.idsDue('takenAt', before, limit, where);
  }

  /** Ids of refunds that are to be sent or asked about by now, one of each payment. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM (SELECT DISTINCT ON (payment_id) id, due_at FROM refunds
                        WHERE due_at <= $1 AND (NOT ${followsTestClock('refunds')} OR ${inRealTime('refunds')})
                        ORDER BY payment_id, due_at, id) due
        ORDER BY due_at, id LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The next refund of the payment of this one that is to be sent by now; null where there is none. */
  async nextOfPayment(id: string, now: Date): Promise<string | null> {
    const [next] = await this.rows.query<{ id: string }[]>(
      `SELECT n.id FROM refunds r JOIN refunds n ON n.payment_id = r.payment_id
        WHERE r.id = $1 AND n.due_at <= $2 AND NOT ${followsTestClock('n')} ORDER BY n.due_at, n.id LIMIT 1`,
      [id, now],
    );
    return next?.id ?? null;
  }

  /** The same for the refunds of one app that follow its test clock. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM refunds r WHERE app_id = $1 AND due_at <= $2 AND ${followsTestClock('r')} ORDER BY due_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next of them is due after this time. */
  async nextDueOfApp(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM refunds r WHERE app_id = $1 AND due_at > $2 AND ${followsTestClock('r')}`,
      [appId, after],
    );
    return row!.at;
  }
}

function found(refund: Refund | null): Refund {
  if (!refund) throw notFound('Refund');
  return refund;
}
