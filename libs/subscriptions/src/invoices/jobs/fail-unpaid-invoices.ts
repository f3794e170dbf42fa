import { Inject, Injectable } from '@nestjs/common';
import { DueTimeService } from '@app/database';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { FailUnpaidInvoice } from '../commands/fail-unpaid-invoice';
import { SubscriptionInvoiceRepository } from '../subscription-invoice.repository';

const CONCURRENCY = 8;

/** Fails invoices of subscriptions whose link has ended unpaid. */
@Injectable()
@Scheduled({ every: '15s', name: 'fail unpaid invoices of subscriptions' })
@FollowsTestClock({ order: 2 })
export class FailUnpaidInvoices implements SpaceSource {
  readonly kind = 'invoice_expired';

  constructor(
    private readonly commands: Commands,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly clock: Clock,
    private readonly dueTime: DueTimeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of invoices that failed. */
  async run(): Promise<number> {
    return this.fail(await this.dueTime.earlierOf(this.clock.now()), (limit, upTo) =>
      this.invoices.ended(upTo, limit),
    );
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.fail(upTo, (limit) => this.invoices.endedOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.invoices.nextEnd(appId, after);
  }

  private fail(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.commands.execute(new FailUnpaidInvoice(id));
    return eachDue({ due, work, concurrency: CONCURRENCY }, upTo, this.log);
  }
}
