import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONCURRENCY } from '@app/charges';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { RefundRepository } from '../refund.repository';
import { RefundPayment } from '../flows/refund-payment';

/** Sends back what was paid twice, or for what was not due any more. Any number may run at once: each refund is claimed before it is sent. */
@Injectable()
@Scheduled({ every: '30s', name: 'refund payments that were set aside' })
export class SendRefunds {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly refund: RefundPayment,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many refunds came to an end. */
  run(): Promise<number> {
    const list: DueList = {
      due: (limit, upTo) => this.refunds.due(upTo, limit),
      work: (id) => this.refund.refund(id),
      concurrency: GATEWAY_CONCURRENCY,
    };
    return eachDue(list, this.clock.now(), this.log);
  }
}
