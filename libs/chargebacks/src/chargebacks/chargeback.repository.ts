import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Mode, notFound } from '@app/kernel';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { Chargeback } from './chargeback.aggregate';

@Injectable()
export class ChargebackRepository extends AggregateStore<Chargeback> {
  constructor(@InjectRepository(Chargeback) rows: Repository<Chargeback>, unit: UnitOfWork) {
    super(rows, unit, {
      // Another process has read it from the company first: the command finds it.
      chargebacks_provider: () => new StaleAggregate(),
    });
  }

  async byId(id: string): Promise<Chargeback> {
    return found(await this.findOneBy({ id }));
  }

  /** By its public id, of any owner. */
  async byChargebackId(chargebackId: string, mode: Mode): Promise<Chargeback> {
    return found(await this.findOneBy({ chargebackId, mode }));
  }

  async ofOwner(ownerId: string, mode: Mode, chargebackId: string): Promise<Chargeback> {
    return found(await this.findOneBy({ chargebackId, ownerId, mode }));
  }

  /** That of the last stage; null where the company has not named it before. */
  latest(mode: Mode, gateway: string, providerId: string): Promise<Chargeback | null> {
    return this.rows.findOne({ where: { mode, gateway, providerId }, order: { stage: 'DESC' } });
  }

  /**
   * Chargebacks of the payment of a session, an invoice or another chargeback that ask for more than was left of it, the
   * oldest first.
   */
  async beyondPayment(
    { sessionId, invoiceId }: { sessionId: string | null; invoiceId: string | null },
    otherId: string | null,
  ): Promise<Chargeback[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM chargebacks
        WHERE (session_id = $1 OR invoice_id = $2 OR payment_id = (SELECT payment_id FROM chargebacks WHERE id = $3))
          AND id IS DISTINCT FROM $3 AND mode = 'live' AND status <> 'won' AND charge_minor < claimed_minor
        ORDER BY opened_at, id`,
      [sessionId, invoiceId, otherId],
    );
    return this.byIds(rows.map(({ id }) => id));
  }

  /** Ids of chargebacks whose answer is to be sent by now. */
  toSend(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('sendAt', now, limit);
  }

  /** Ids of chargebacks that the company is to be asked about by now. */
  toAsk(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('askAt', now, limit, { mode: 'live' });
  }

  /** Ids of opened chargebacks without an answer that take one until `upTo`, whose owners were not reminded. */
  async toRemind(now: Date, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM chargebacks WHERE status = 'opened' AND reminded_at IS NULL AND mode = 'live'
          AND respond_by > $1 AND respond_by <= $2 ORDER BY respond_by, id LIMIT $3`,
      [now, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Ids of chargebacks that something is owed for and whose owner has money in that currency, which neither a freeze nor a
   * closing keeps; the oldest first.
   */
  async collectable(limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT c.id FROM chargebacks c JOIN ledger.balances b ON b.account_id = c.account_id
        WHERE c.owed_minor > 0 AND b.balance_minor > 0 AND NOT b.frozen AND NOT b.owner_frozen
        ORDER BY c.opened_at, c.id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }
}

function found(chargeback: Chargeback | null): Chargeback {
  if (!chargeback) throw notFound('Chargeback');
  return chargeback;
}
