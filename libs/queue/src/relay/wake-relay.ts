import { Injectable } from '@nestjs/common';
import { CommitSignal } from '@app/write-path';
import { WorkQueue } from '../work-queue/work-queue';

/** Every commit that left events wakes the relay, wherever that runs. */
@Injectable()
export class WakeRelay {
  constructor(signal: CommitSignal, queue: WorkQueue) {
    signal.onCommitted(() => queue.add('outbox-relay', 'wake'));
  }
}
