import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/write-path';
import { Clock } from '@app/kernel';
import { Coalesced, WorkQueue } from '@app/queue';
import { AttemptLog } from './attempt-log.store';
import { type ClaimedDelivery, isDelivered } from './delivery';
import { DeliverySender } from './delivery-sender.service';
import { DueDeliveries } from './due-deliveries.store';
import { EndpointWindow } from '../endpoints/endpoint-window.service';
import { sendingNow } from './delivery-metrics';

const MAX_CONCURRENT = 512;
/** Being sent, waiting for that, or sent and not yet recorded. */
const MAX_CLAIMED = 4096;
const SWEEP_MS = 2000;
/** While something is being sent, claims come this far apart, so that each finds more: where there is work, and where none is left. */
const BETWEEN_CLAIMS_MS = { working: 40, idle: 4 };

/** Sends what is due: woken after each relayed batch, as tries end, and every two seconds in any case. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly claiming = new Coalesced(() => this.startDue());
  private readonly windows = new Map<string, EndpointWindow>();
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
    for (const window of this.windows.values()) this.giveBack(window.spill());
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
    for (const [endpointId, window] of this.windows)
      if (window.claimed === 0 && window.depth > 1) this.windows.delete(endpointId);
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
  private refill(window: EndpointWindow): void {
    if (window.claimed * 2 > window.depth) return;
    if (this.sending === 0) return void this.wake();
    this.wakeIn(window.claimed === 0 ? BETWEEN_CLAIMS_MS.idle : BETWEEN_CLAIMS_MS.working);
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
      const room = MAX_CLAIMED - this.underWay.size - this.waiting;
      const claimed = room > 0 ? await this.due.claim(room, this.windows) : [];
      if (claimed.length === 0) return;
      for (const delivery of claimed) this.laneOf(delivery.endpointId).waiting.push(delivery);
      this.waiting += claimed.length;
      this.fillAll();
    }
  }

  private laneOf(endpointId: string): EndpointWindow {
    let window = this.windows.get(endpointId);
    if (!window) this.windows.set(endpointId, (window = new EndpointWindow()));
    return window;
  }

  private fillAll(): void {
    for (const window of this.windows.values()) this.fill(window);
  }

  private fill(window: EndpointWindow): void {
    while (!this.stopped && this.sending < MAX_CONCURRENT) {
      const delivery = window.next();
      if (!delivery) return;
      this.waiting -= 1;
      if (delivery.startBy! < this.clock.now()) this.giveBack([delivery], 0);
      else this.start(window, delivery);
    }
  }

  private start(window: EndpointWindow, delivery: ClaimedDelivery): void {
    this.sending += 1;
    window.sending += 1;
    sendingNow.inc();
    this.track(this.deliver(window, delivery));
  }

  private ended(window: EndpointWindow): void {
    const wasFull = this.sending === MAX_CONCURRENT;
    this.sending -= 1;
    window.sending -= 1;
    sendingNow.dec();
    if (wasFull) this.fillAll();
    else this.fill(window);
    this.refill(window);
  }

  private async deliver(window: EndpointWindow, delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await this.sender.send(delivery.endpointId, delivery);
      if (!attempt) {
        window.rest();
        const waited = window.spill();
        this.giveBack([delivery, ...waited], waited.length);
        return this.ended(window);
      }
      window.sent(attempt.latencyMs);
      if (isDelivered(attempt)) {
        // The next one need not wait until this is written down.
        this.ended(window);
        await this.log.record(delivery, attempt);
        this.refill(window);
      } else {
        // An endpoint that fails is tried with one at a time: what waited for it goes back.
        this.giveBack(window.spill());
        await this.log.record(delivery, attempt);
        this.ended(window);
      }
    } catch (error) {
      // Ours is the fault, not the receiver's: no try was made, and the claim runs out.
      this.logger.error(`delivery ${delivery.id} waits: ${(error as Error).message}`);
      this.ended(window);
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
