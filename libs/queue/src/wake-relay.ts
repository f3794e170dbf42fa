import { Injectable } from '@nestjs/common';
import { CommitSignal } from '@app/database';
import { WorkQueue } from './work-queue';

/** Every commit that left events wakes the relay, wherever that runs. */
@Injectable()
export class WakeRelay {
  constructor(signal: CommitSignal, queue: WorkQueue) {
    signal.onCommitted(() => queue.add('outbox-relay', 'wake'));
  }
}
