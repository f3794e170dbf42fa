import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue } from '@app/queue';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../../attempts/checkout-attempt.repository';
import { RefundPayment } from '../flows/refund-payment';
import { AT_ONCE } from '../../at-once';

/** Sends back what was paid twice. Any number may run at once: each refund is claimed before it is sent. */
@Injectable()
export class SendRefunds {
  constructor(
    private readonly attempts: CheckoutAttempts,
    private readonly refund: RefundPayment,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many refunds came to an end. */
  run(): Promise<number> {
    const now = this.clock.now();
    const due = (limit: number) => this.attempts.toRefund(now, limit);
    return eachDue({ due, work: (id) => this.refund.refund(id), atOnce: AT_ONCE }, this.log);
  }
}
