import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { DueSource, HeldLanes, Slot } from '@app/queue';
import { EndpointWindow, PER_ENDPOINT } from '../endpoints/endpoint-window.service';
import { AttemptLog } from './attempt-log.store';
import { type Attempt, type ClaimedDelivery, isDelivered } from './delivery';
import { sendingNow } from './delivery-metrics';
import { DeliverySender } from './delivery-sender.service';
import { DueDeliveries } from './due-deliveries.store';

/** Claims come this far apart, so that each finds more: where an endpoint has work left here, and where it has none. */
const BETWEEN_CLAIMS_MS = { working: 40, idle: 4 };

/** Deliveries as due work: a lane for each endpoint, and more claimed ahead for those that answer quickly. */
@Injectable()
export class DeliverySource implements DueSource<ClaimedDelivery> {
  readonly limits = { concurrency: 512, perLane: PER_ENDPOINT, claimed: 4096 };
  private readonly windows = new Map<string, EndpointWindow>();

  constructor(
    private readonly due: DueDeliveries,
    private readonly sender: DeliverySender,
    private readonly log: AttemptLog,
    private readonly clock: Clock,
  ) {}

  async claim(room: number, upTo: Date, lanes: HeldLanes): Promise<ClaimedDelivery[]> {
    for (const [endpointId, window] of this.windows)
      if (window.isIdle && lanes.heldOf(endpointId) === 0) this.windows.delete(endpointId);
    const rooms = [...this.windows].map(([endpointId, { depth }]) => ({
      endpointId,
      depth,
      held: lanes.heldOf(endpointId),
    }));
    const claimed = await this.due.claim(room, upTo, rooms);
    for (const { endpointId } of claimed) this.windowOf(endpointId);
    return claimed;
  }

  async work(delivery: ClaimedDelivery, slot: Slot): Promise<void> {
    if (delivery.startBy! < this.clock.now()) return this.release([delivery]);
    const window = this.windowOf(delivery.endpointId);
    const attempt = await this.send(delivery);
    if (!attempt) {
      window.rest();
      slot.releaseLane();
      return this.release([delivery]);
    }
    window.sent(attempt.latencyMs);
    // The next one need not wait until a success is recorded. An endpoint that fails is tried with one at a time.
    if (isDelivered(attempt)) slot.free();
    else slot.releaseLane();
    await this.log.record(delivery, attempt);
  }

  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.due.release(deliveries);
  }

  laneOf({ endpointId }: ClaimedDelivery): string {
    return endpointId;
  }

  /** More is claimed for an endpoint that is half empty, and sooner for one that has nothing left. */
  refillIn(endpointId: string, lanes: HeldLanes): number | null {
    const held = lanes.heldOf(endpointId);
    if (held * 2 > this.windowOf(endpointId).depth) return null;
    return held === 0 ? BETWEEN_CLAIMS_MS.idle : BETWEEN_CLAIMS_MS.working;
  }

  private async send(delivery: ClaimedDelivery): Promise<Attempt | null> {
    sendingNow.inc();
    try {
      return await this.sender.send(delivery.endpointId, delivery);
    } finally {
      sendingNow.dec();
    }
  }

  private windowOf(endpointId: string): EndpointWindow {
    let window = this.windows.get(endpointId);
    if (!window) this.windows.set(endpointId, (window = new EndpointWindow()));
    return window;
  }
}
