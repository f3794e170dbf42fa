import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { AlertOfLatePayout } from '../commands/alert-of-late-payout';
import { WithdrawalRepository } from '../withdrawal.repository';
import { DUE_SECONDS } from '../withdrawal-schedule.policy';

const latePayouts = new Gauge({
  name: 'payouts_late',
  help: 'Withdrawals without an end after 24 hours; target 0',
});

/** Alerts staff of withdrawals without an end after 24 hours: of each once, and by a metric while there are any. */
@Injectable()
@Scheduled({ every: '1m', name: 'alert of late payouts' })
export class AlertOfLatePayouts {
  constructor(
    private readonly commands: Commands,
    private readonly withdrawals: WithdrawalRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of withdrawals in new alerts. */
  async run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -DUE_SECONDS);
    try {
      const late: DueList = {
        due: (limit, upTo) => this.withdrawals.late(upTo, limit),
        work: (id) => this.alert(id),
      };
      return await eachDue(late, before, this.log);
    } finally {
      latePayouts.set(await this.withdrawals.countLate(before));
    }
  }

  private async alert(id: string): Promise<boolean> {
    const isNew = await this.commands.execute(new AlertOfLatePayout(id));
    if (isNew) this.log.error({ withdrawal: id }, 'a withdrawal has not ended after 24 hours');
    return isNew;
  }
}
