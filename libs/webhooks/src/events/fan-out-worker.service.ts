import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { DueWorker } from '@app/queue';
import { OutboxRelay } from '@app/write-path';
import { FanOutSourceService } from './fan-out-source.service';

const SWEEP_MS = 2000;

/** Runs the fan-out: after each relayed batch of this process, and every two seconds. */
@Injectable()
export class FanOutWorkerService extends DueWorker<{ id: string }> {
  constructor(fanOut: FanOutSourceService, clock: Clock, relay: OutboxRelay) {
    super(fanOut, { clock, sweepMs: SWEEP_MS, logger: new Logger('Webhooks'), what: 'fan-out of app' });
    relay.onRelayed(() => void this.wake());
  }
}
