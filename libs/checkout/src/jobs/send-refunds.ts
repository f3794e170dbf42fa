import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../checkout-attempts';
import { RefundPayment } from '../flows/refund-payment';
import { each } from './each';

const BATCH = 100;

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
  async run(): Promise<number> {
    return each(await this.attempts.toRefund(this.clock.now(), BATCH), this.log, (id) => this.refund.run(id));
  }
}
