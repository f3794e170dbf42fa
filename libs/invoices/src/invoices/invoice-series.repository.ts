import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import type { SeriesKind } from './invoice-number.policy';
import { InvoiceSeries } from './invoice-series.aggregate';

@Injectable()
export class InvoiceSeriesRepository extends AggregateStore<InvoiceSeries> {
  constructor(@InjectRepository(InvoiceSeries) rows: Repository<InvoiceSeries>, unit: UnitOfWork) {
    // Another unit gave the first number of the series.
    super(rows, unit, { invoice_series_name: () => new StaleAggregate() });
  }

  /** Takes the next number of the year of `now` (UTC) in the current unit of work; of two units one starts over. */
  async takeNumber({ ownerId, mode }: Issuer, kind: SeriesKind, now: Date): Promise<string> {
    const year = now.getUTCFullYear();
    const series = await this.findOneBy({ ownerId, mode, kind, year });
    if (series) {
      const number = series.next();
      this.save(series);
      return number;
    }
    const first = new InvoiceSeries({ ownerId, mode, kind, year }, now);
    const number = first.next();
    this.add(first);
    return number;
  }
}
