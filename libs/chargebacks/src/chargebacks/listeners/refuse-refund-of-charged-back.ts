import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { isCountedRefund, RefundCreated } from '@app/checkout';
import { arrayOf, BatchLoader, inOrder, POSTGRES_POOL, QUERY_TIMEOUT } from '@app/database';
import { balanceOwed, type OwedAmounts } from '@app/http';
import { InTransaction, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { chargedBack, takenBack } from '../chargeback.errors';

/** SQL: a chargeback of a session or an invoice that leaves less of the payment than its refunds with `charge` more. */
const obstacle = (sessionId: string, invoiceId: string, charge: string): string => `
  SELECT c.chargeback_id, c.status FROM chargebacks c
   WHERE (c.session_id = ${sessionId} OR c.invoice_id = ${invoiceId})
     AND (c.status IN ('opened', 'contested')
          OR (c.status <> 'won' AND c.paid_minor <
              ${charge}
              + (SELECT coalesce(sum(r.charge_minor), 0) FROM refunds r WHERE r.payment_id = c.payment_id AND ${isCountedRefund('r')})
              + (SELECT sum(x.charge_minor) FROM chargebacks x WHERE x.payment_id = c.payment_id AND x.status <> 'won')))
   ORDER BY c.ended_at NULLS FIRST LIMIT 1`;

const NO_OBSTACLE = `SELECT 1 WHERE NOT EXISTS (${obstacle('$1', '$2', '$3::bigint')})`;

/** What keeps a refund from being made. */
interface Obstacles {
  owed: OwedAmounts | null;
  chargeback_id: string | null;
  status: string | null;
}

/** Refuses a refund of what is charged back, which the payer would get twice, and refunds of owners who owe. */
@EventsHandler(RefundCreated)
@InTransaction()
export class RefuseRefundOfChargedBack implements IEventHandler<RefundCreated> {
  private readonly obstacles = new BatchLoader((refunds: RefundCreated[]) => this.obstaclesOf(refunds));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** The commit starts over where a chargeback is opened first: both take the lock of the payment. */
  async handle(event: RefundCreated): Promise<void> {
    const { sessionId, invoiceId, charge } = event.data;
    const { owed, chargeback_id: id, status } = (await this.obstacles.read(event))!;
    if (event.mode === 'live' && owed) throw balanceOwed(owed);
    if (id !== null) throw status === 'opened' || status === 'contested' ? chargedBack(id) : takenBack(id);
    this.unit.require('not_charged_back', NO_OBSTACLE, [sessionId, invoiceId, charge.minor]);
  }

  private async obstaclesOf(refunds: readonly RefundCreated[]): Promise<(Obstacles | null)[]> {
    const { rows } = await this.pool.query<Obstacles & { ord: string }>({
      ...QUERY_TIMEOUT,
      name: 'obstacles_of_refunds',
      text: `SELECT k.ord, u.owed, c.chargeback_id, c.status
               FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) WITH ORDINALITY
                      AS k(owner, session, invoice, charge, ord)
               JOIN users u ON u.id = k.owner
               LEFT JOIN LATERAL (${obstacle('k.session', 'k.invoice', 'k.charge')}) c ON true`,
      values: [
        arrayOf('uuid', refunds, ({ ownerId }) => ownerId),
        arrayOf('text', refunds, ({ data }) => data.sessionId),
        arrayOf('text', refunds, ({ data }) => data.invoiceId),
        arrayOf('bigint', refunds, ({ data }) => data.charge.minor),
      ],
    });
    return inOrder(refunds.length, rows);
  }
}
