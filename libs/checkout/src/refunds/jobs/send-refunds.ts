import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONCURRENCY } from '@app/charges';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import type { Logger } from 'pino';
import { RefundRepository } from '../refund.repository';
import { RefundPayment } from '../flows/refund-payment';

/** Sends refunds, and asks about those that were sent. Any number may run at once: each refund is claimed before it is sent. */
@Injectable()
@Scheduled({ every: '30s', name: 'send refunds' })
@FollowsTestClock({ order: 9 })
export class SendRefunds implements SpaceSource {
  readonly kind = 'refund_completed';

  constructor(
    private readonly refunds: RefundRepository,
    private readonly refund: RefundPayment,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many refunds came to an end. */
  run(): Promise<number> {
    return this.work((limit, upTo) => this.refunds.due(upTo, limit), this.clock.now());
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.work((limit) => this.refunds.dueOfApp(appId, upTo, limit), upTo);
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.refunds.nextDueOfApp(appId, after);
  }

  /** A refund and then those of the same payment, which are sent one after another. */
  private async refundAll(id: string, upTo: Date): Promise<boolean> {
    for (let next: string | null = id, ended = 0; ; ended++) {
      if (!(await this.refund.refund(next))) return ended > 0;
      next = await this.refunds.nextOfPayment(next, upTo);
      if (next === null) return true;
    }
  }

  private work(due: DueList['due'], upTo: Date): Promise<number> {
    const list: DueList = {
      due,
      work: (id) => this.refundAll(id, upTo),
      concurrency: GATEWAY_CONCURRENCY,
    };
    return eachDue(list, upTo, this.log);
  }
}
