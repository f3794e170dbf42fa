import { Injectable } from '@nestjs/common';
import { CommitSignal } from '@app/write-path';
import { WorkQueue } from '../work-queue/work-queue';

/** Wakes the relay, in any process, after every commit that left events. */
@Injectable()
export class WakeRelay {
  constructor(signal: CommitSignal, queue: WorkQueue) {
    signal.onCommitted(() => queue.add('outbox-relay', 'wake'));
  }
}
