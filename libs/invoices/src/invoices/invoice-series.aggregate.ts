import { Aggregate, type Mode, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { numberOf, type SeriesKind } from './invoice-number.policy';

/** Numbers without gaps, per owner, mode, kind and UTC year. */
@Entity('invoice_series')
export class InvoiceSeries extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', update: false }) kind: SeriesKind;
  @Column({ type: 'int', update: false }) year: number;
  /** The last number given. */
  @Column('int') last: number;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: Pick<InvoiceSeries, 'ownerId' | 'mode' | 'kind' | 'year'>, now?: Date) {
    super();
    if (!fields || !now) return;
    this.id = uuidv7(now);
    this.ownerId = fields.ownerId;
    this.mode = fields.mode;
    this.kind = fields.kind;
    this.year = fields.year;
    this.last = 0;
  }

  next(): string {
    this.last += 1;
    return numberOf(this.kind, this.year, this.last);
  }
}
