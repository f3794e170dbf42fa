import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/write-path';
import { Clock } from '@app/kernel';
import { Coalesced, WorkQueue } from '@app/queue';
import { AttemptLog } from './attempt-log.store';
import { type ClaimedDelivery, isDelivered } from './delivery';
import { DeliverySender } from './delivery-sender.service';
import { DueDeliveries } from './due-deliveries.store';
import { EndpointLane } from '../endpoints/endpoint-window.service';
import { sendingNow } from './delivery-metrics';

const MOST_AT_ONCE = 512;
/** Being sent, waiting for that, or sent and not yet recorded. */
const MOST_CLAIMED = 4096;
const SWEEP_MS = 2000;
/** While something is being sent, claims come this far apart, so that each finds more: where there is work, and where none is left. */
const BETWEEN_CLAIMS_MS = { working: 40, idle: 4 };

/** Sends what is due: woken after each relayed batch, as tries end, and every two seconds in any case. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly claiming = new Coalesced(() => this.startDue());
  private readonly lanes = new Map<string, EndpointLane>();
  /** Everything claimed that is not through yet, those that wait in a lane excepted. */
  private readonly underWay = new Set<Promise<void>>();
  private sending = 0;
  private waiting = 0;
  private sweep: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private soonAt = 0;
  private stopped = false;

  constructor(
    private readonly due: DueDeliveries,
    private readonly sender: DeliverySender,
    private readonly log: AttemptLog,
    private readonly clock: Clock,
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('webhook-delivery', 1, () => this.wake());
    this.relay.onRelayed(() => this.queue.add('webhook-delivery', 'wake'));
    this.sweep = setInterval(() => this.look(), SWEEP_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    clearTimeout(this.soon);
    this.stopped = true;
    await this.claiming.settled();
    for (const lane of this.lanes.values()) this.giveBack(lane.spill());
    await this.settled();
  }

  /** Sends until nothing is due and every try has ended. */
  async drain(): Promise<void> {
    do {
      await this.settled();
      // What ended has made room for more of the same endpoint.
      await this.claiming.run();
    } while (this.underWay.size > 0);
    // Nothing is left to claim later, and what comes later is not this call's.
    clearTimeout(this.soon);
    this.soon = undefined;
  }

  private async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private look(): void {
    for (const [endpointId, lane] of this.lanes)
      if (lane.claimed === 0 && lane.depth > 1) this.lanes.delete(endpointId);
    void this.wake();
  }

  private async wake(): Promise<void> {
    try {
      await this.claiming.run();
    } catch (error) {
      this.logger.warn(`deliveries wait: ${(error as Error).message}`);
    }
  }

  /** More is claimed for a lane that is half empty, and sooner for one that has nothing left. */
  private refill(lane: EndpointLane): void {
    if (lane.claimed * 2 > lane.depth) return;
    if (this.sending === 0) return void this.wake();
    this.wakeIn(lane.claimed === 0 ? BETWEEN_CLAIMS_MS.idle : BETWEEN_CLAIMS_MS.working);
  }

  private wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopped || (this.soon && this.soonAt <= at)) return;
    clearTimeout(this.soon);
    this.soonAt = at;
    this.soon = setTimeout(() => {
      this.soon = undefined;
      void this.wake();
    }, ms).unref();
  }

  private async startDue(): Promise<void> {
    while (!this.stopped) {
      const room = MOST_CLAIMED - this.underWay.size - this.waiting;
      const claimed = room > 0 ? await this.due.claim(room, this.lanes) : [];
      if (claimed.length === 0) return;
      for (const delivery of claimed) this.laneOf(delivery.endpointId).waiting.push(delivery);
      this.waiting += claimed.length;
      this.fillAll();
    }
  }

  private laneOf(endpointId: string): EndpointLane {
    let lane = this.lanes.get(endpointId);
    if (!lane) this.lanes.set(endpointId, (lane = new EndpointLane()));
    return lane;
  }

  private fillAll(): void {
    for (const lane of this.lanes.values()) this.fill(lane);
  }

  private fill(lane: EndpointLane): void {
    while (!this.stopped && this.sending < MOST_AT_ONCE) {
      const delivery = lane.next();
      if (!delivery) return;
      this.waiting -= 1;
      if (delivery.startBy! < this.clock.now()) this.giveBack([delivery], 0);
      else this.start(lane, delivery);
    }
  }

  private start(lane: EndpointLane, delivery: ClaimedDelivery): void {
    this.sending += 1;
    lane.sending += 1;
    sendingNow.inc();
    this.track(this.deliver(lane, delivery));
  }

  private ended(lane: EndpointLane): void {
    const wasFull = this.sending === MOST_AT_ONCE;
    this.sending -= 1;
    lane.sending -= 1;
    sendingNow.dec();
    if (wasFull) this.fillAll();
    else this.fill(lane);
    this.refill(lane);
  }

  private async deliver(lane: EndpointLane, delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await this.sender.send(delivery.endpointId, delivery);
      if (!attempt) {
        lane.rest();
        const waited = lane.spill();
        this.giveBack([delivery, ...waited], waited.length);
        return this.ended(lane);
      }
      lane.sent(attempt.latencyMs);
      if (isDelivered(attempt)) {
        // The next one need not wait until this is written down.
        this.ended(lane);
        await this.log.record(delivery, attempt);
        this.refill(lane);
      } else {
        // An endpoint that fails is tried with one at a time: what waited for it goes back.
        this.giveBack(lane.spill());
        await this.log.record(delivery, attempt);
        this.ended(lane);
      }
    } catch (error) {
      // Ours is the fault, not the receiver's: no try was made, and the claim runs out.
      this.logger.error(`delivery ${delivery.id} waits: ${(error as Error).message}`);
      this.ended(lane);
    }
  }

  /** What is not sent after all; `waited` of these stood in a lane. */
  private giveBack(deliveries: readonly ClaimedDelivery[], waited = deliveries.length): void {
    if (deliveries.length === 0) return;
    this.waiting -= waited;
    this.track(
      this.due
        .release(deliveries)
        .catch((error: Error) => this.logger.warn(`claims run out by themselves: ${error.message}`)),
    );
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }
}
