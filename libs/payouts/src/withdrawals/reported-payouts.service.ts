import { Injectable } from '@nestjs/common';
import { isUuid } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { Commands } from '@app/write-path';
import { PayoutEvents } from '../providers/payout-events.port';
import { ReportPayout } from './commands/report-payout';

/** Has the provider asked about the withdrawals that its events name. */
@Injectable()
export class ReportedPayouts extends PayoutEvents {
  constructor(
    private readonly commands: Commands,
    private readonly queue: WorkQueue,
  ) {
    super();
  }

  async reported(reference: string): Promise<void> {
    if (!isUuid(reference)) return;
    const isDue = await this.commands.execute(new ReportPayout(reference.toLowerCase()));
    if (isDue) this.queue.add('payout-dispatch', 'wake');
  }
}
