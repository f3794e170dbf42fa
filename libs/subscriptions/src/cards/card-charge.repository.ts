import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { inRealTime } from '@app/test-clock';
import { DataSource, IsNull, Not } from 'typeorm';
import { CHARGES_HELD } from '../holds/charge-holds.store';
import { CardCharge } from './card-charge.aggregate';

@Injectable()
export class CardChargeStore extends AggregateStore<CardCharge> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    // Another process began the attempt first.
    const stale = () => new StaleAggregate();
    super(CardCharge, dataSource, unit, { card_charges_attempt: stale, card_charges_one_open: stale });
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
    return this.findOneBy({ invoiceKey, dueAt: Not(IsNull()) });
  }

  /**
   * Live charges, and test ones in real time, to send or to ask about by now, the longest waiting first. Live ones are not
   * sent while such charges wait for staff.
   */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `(SELECT id, due_at FROM card_charges c
         WHERE mode = 'live' AND due_at <= $1 AND (status = 'sent' OR NOT ${CHARGES_HELD}) ORDER BY due_at LIMIT $2)
       UNION ALL
       (SELECT id, due_at FROM card_charges c
         WHERE mode = 'test' AND due_at <= $1 AND ${inRealTime('c')} ORDER BY due_at LIMIT $2)
       ORDER BY due_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Test charges of one app to send or to ask about by then. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM card_charges
        WHERE mode = 'test' AND app_id = $1 AND due_at <= $2 ORDER BY due_at, started_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next test charge of an app is asked about after this time. */
  async nextDue(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM card_charges WHERE mode = 'test' AND app_id = $1 AND due_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}
