import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/database';
import { Coalesced, WorkQueue } from '@app/queue';
import { AttemptLog } from './attempt-log';
import type { ClaimedDelivery } from './delivery';
import { DeliverySender } from './delivery-sender';
import { DueDeliveries, PER_ENDPOINT } from './due-deliveries';
import { sendingNow } from './metrics';

const MOST_AT_ONCE = 512;
const SWEEP_MS = 2000;
/** How long deliveries of a disabled endpoint are left alone before somebody looks again whether it was enabled. */
const REST_MS = 2000;
const NO_ROOM = 1_000_000;

/** Sends what is due: woken after each relayed batch, whenever a try ends, and every two seconds in any case. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly claiming = new Coalesced(() => this.startDue());
  private readonly sending = new Set<Promise<void>>();
  private readonly sendingTo = new Map<string, number>();
  /** Disabled endpoints that have deliveries waiting, and until when nobody looks. */
  private readonly resting = new Map<string, number>();
  private sweep: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly due: DueDeliveries,
    private readonly sender: DeliverySender,
    private readonly log: AttemptLog,
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('webhook-delivery', 1, () => this.wake());
    this.relay.onRelayed(() => this.queue.add('webhook-delivery', 'wake'));
    this.sweep = setInterval(() => void this.wake(), SWEEP_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    this.stopped = true;
    await this.claiming.settled();
    await Promise.all(this.sending);
  }

  /** Sends until nothing is due and every try has ended. */
  async drain(): Promise<void> {
    do {
      await Promise.all(this.sending);
      // What ended has made room for more of the same endpoint.
      await this.claiming.run();
    } while (this.sending.size > 0);
  }

  private async wake(): Promise<void> {
    try {
      await this.claiming.run();
    } catch (error) {
      this.logger.warn(`deliveries wait: ${(error as Error).message}`);
    }
  }

  private async startDue(): Promise<void> {
    while (!this.stopped) {
      const room = MOST_AT_ONCE - this.sending.size;
      const claimed = room > 0 ? await this.due.claim(room, this.busy()) : [];
      if (claimed.length === 0) return;
      for (const delivery of claimed) this.start(delivery);
    }
  }

  /** How many are being sent to each endpoint; disabled ones have no room, or, after their rest, room for one. */
  private busy(): ReadonlyMap<string, number> {
    if (this.resting.size === 0) return this.sendingTo;
    const busy = new Map(this.sendingTo);
    for (const [endpointId, until] of this.resting) {
      busy.set(endpointId, performance.now() < until ? NO_ROOM : PER_ENDPOINT - 1);
    }
    return busy;
  }

  private start(delivery: ClaimedDelivery): void {
    const { endpointId } = delivery;
    sendingNow.inc();
    this.sendingTo.set(endpointId, (this.sendingTo.get(endpointId) ?? 0) + 1);
    const sent = this.deliver(delivery).finally(() => {
      const left = this.sendingTo.get(endpointId)! - 1;
      if (left > 0) this.sendingTo.set(endpointId, left);
      else this.sendingTo.delete(endpointId);
      this.sending.delete(sent);
      sendingNow.dec();
      void this.wake();
    });
    this.sending.add(sent);
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await this.sender.send(delivery.endpointId, delivery);
      if (attempt) {
        this.resting.delete(delivery.endpointId);
        return await this.log.record(delivery, attempt);
      }
      this.resting.set(delivery.endpointId, performance.now() + REST_MS);
      await this.due.release(delivery);
    } catch (error) {
      // Ours is the fault, not the receiver's: no try was made, and the claim runs out.
      this.logger.error(`delivery ${delivery.id} waits: ${(error as Error).message}`);
    }
  }
}
