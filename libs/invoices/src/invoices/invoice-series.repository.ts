import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Clock, type Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import type { SeriesKind } from './invoice-number.policy';
import { InvoiceSeries } from './invoice-series.aggregate';

@Injectable()
export class InvoiceSeriesStore extends AggregateStore<InvoiceSeries> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    // Another unit gave the first number of the series.
    super(InvoiceSeries, dataSource, unit, { invoice_series_name: () => new StaleAggregate() });
  }

  /** Takes the next number of this year (UTC) in the current unit of work; of two units one starts over. */
  async takeNumber(ownerId: string, mode: Mode, kind: SeriesKind): Promise<string> {
    const now = this.clock.now();
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
