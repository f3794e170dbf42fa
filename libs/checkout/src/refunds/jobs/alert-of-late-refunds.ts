import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { AlertOfLateRefund } from '../commands/alert-of-late-refund';
import { RefundRepository } from '../refund.repository';
import { lateBefore } from '../refund.states';

/** Alerts finance once of each refund that a company took seven days ago and has not carried out. */
@Injectable()
@Scheduled({ every: '1h', name: 'alert of late refunds' })
export class AlertOfLateRefunds {
  constructor(
    private readonly commands: Commands,
    private readonly refunds: RefundRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of refunds in new alerts. */
  run(): Promise<number> {
    return eachDue(
      {
        due: (limit, upTo) => this.refunds.late(upTo, limit),
        work: (id) => this.commands.execute(new AlertOfLateRefund(id)),
      },
      lateBefore(this.clock.now()),
      this.log,
    );
  }
}
