import { Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { WorkQueue } from '@app/queue';
import { PayoutsModule } from './payouts.module';
import { SendPayouts } from './withdrawals/jobs/send-payouts';

/** Sends withdrawals as soon as they are committed; the job of the timetable finds what a lost wake-up leaves. */
@Injectable()
class WakePayouts implements OnApplicationBootstrap {
  constructor(
    private readonly queue: WorkQueue,
    private readonly payouts: SendPayouts,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('payout-dispatch', 1, async () => void (await this.payouts.run()));
  }
}

/** Withdrawals for the process that sends them. */
@Module({ imports: [PayoutsModule], providers: [WakePayouts], exports: [PayoutsModule] })
export class PayoutsWorkerModule {}
