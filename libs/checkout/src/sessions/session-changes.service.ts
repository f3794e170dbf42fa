import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@app/write-path';
import { ChangeNotifier, type Watch } from '@app/queue';

const TOPIC = 'checkout-session';
/** Word may be lost with its connection: whoever waits looks again by itself after this. */
const LOOK_AGAIN_MS = 3_000;

/** Tells those who watch a session, in whatever process, that it has changed. */
@Injectable()
export class SessionChanges {
  constructor(
    private readonly notifier: ChangeNotifier,
    private readonly unit: UnitOfWork,
  ) {}

  /** The session with this internal id changes with the current unit of work: says so once that has committed. */
  notifyOnCommit(id: string): void {
    this.unit.onCommitted(() => this.notifier.notify(TOPIC, id));
  }

  /** Wakes every few seconds anyway. Null where too many watch already: the caller then answers with what there is. */
  async watch(id: string): Promise<Watch | null> {
    const watch = await this.notifier.watch(TOPIC, id);
    return watch && { ...watch, changed: (limitMs) => watch.changed(Math.min(limitMs, LOOK_AGAIN_MS)) };
  }

  get isClosed(): boolean {
    return this.notifier.isClosed;
  }
}
