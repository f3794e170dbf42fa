import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { AlertOfDispute } from '../commands/alert-of-dispute';
import { EscrowDisputeRepository } from '../escrow-dispute.repository';

const lateDisputes = new Gauge({
  name: 'escrow_disputes_late',
  help: 'Disputes that staff have not resolved within 48 hours; target 0',
});

/** Alerts staff of disputes older than 48 hours: of each once, and by a metric while there are any. */
@Injectable()
@Scheduled({ every: '1m', name: 'alert of overdue disputes' })
export class AlertOfLateDisputes {
  constructor(
    private readonly commands: Commands,
    private readonly disputes: EscrowDisputeRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of disputes in new alerts. */
  async run(): Promise<number> {
    const now = this.clock.now();
    try {
      const late: DueList = {
        due: (limit, upTo) => this.disputes.unalerted(upTo, limit),
        work: (id) => this.alert(id),
      };
      return await eachDue(late, now, this.log);
    } finally {
      lateDisputes.set(await this.disputes.countLate(now));
    }
  }

  private async alert(id: string): Promise<boolean> {
    const alerted = await this.commands.execute(new AlertOfDispute(id));
    if (alerted) this.log.error({ dispute: id }, 'a dispute is unresolved after 48 hours');
    return alerted;
  }
}
