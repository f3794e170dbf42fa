import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { ofActiveOwner } from '@app/accounts';
import { inRealTime } from '@app/test-clock';
import { In, Repository } from 'typeorm';
import { CHARGES_HELD, ofReachedOwner } from '../holds/charge-holds.store';
import { CardCharge } from './card-charge.aggregate';

/** Whether a charge may be sent for a live subscription as things are now, or for a test one. */
const SENDABLE = `${ofActiveOwner('c')} AND (c.mode = 'test' OR ${ofReachedOwner('c')} AND NOT ${CHARGES_HELD})`;

@Injectable()
export class CardChargeRepository extends AggregateStore<CardCharge> {
  constructor(@InjectRepository(CardCharge) rows: Repository<CardCharge>, unit: UnitOfWork) {
    // Another process began the attempt first.
    const stale = () => new StaleAggregate();
    super(rows, unit, { card_charges_attempt: stale, card_charges_one_open: stale });
  }

  async byId(id: string): Promise<CardCharge> {
    const charge = await this.findOneBy({ id });
    if (!charge) throw new Error(`card charge ${id} does not exist`);
    return charge;
  }

  byReference(reference: string): Promise<CardCharge | null> {
    return this.findOneBy({ reference });
  }

  /** The charge of an invoice whose outcome is not known; null where there is none. */
  openOf(invoiceKey: string): Promise<CardCharge | null> {
    return this.findOneBy({ invoiceKey, status: In(['intended', 'sent']) });
  }

  /** Whether it may be sent: not for a merchant who is frozen or has no live app, nor while charges wait for staff. */
  async maySend({ id }: CardCharge): Promise<boolean> {
    const rows = await this.rows.query<unknown[]>(
      `SELECT 1 FROM card_charges c WHERE id = $1 AND ${SENDABLE}`,
      [id],
    );
    return rows.length > 0;
  }

  /** Live charges that may be sent, test ones in real time, and those to ask about by now, the longest waiting first. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `(SELECT id, due_at FROM card_charges c
         WHERE mode = 'live' AND due_at <= $1 AND (status <> 'intended' OR ${SENDABLE}) ORDER BY due_at LIMIT $2)
       UNION ALL
       (SELECT id, due_at FROM card_charges c
         WHERE mode = 'test' AND due_at <= $1 AND (status <> 'intended' OR ${SENDABLE}) AND ${inRealTime('c')} ORDER BY due_at LIMIT $2)
       ORDER BY due_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Test charges of one app to send or to ask about by then. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM card_charges c
        WHERE mode = 'test' AND app_id = $1 AND due_at <= $2 AND (status <> 'intended' OR ${SENDABLE}) ORDER BY due_at, started_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next test charge of an app is asked about after this time. */
  async nextDue(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM card_charges WHERE mode = 'test' AND app_id = $1 AND due_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}
