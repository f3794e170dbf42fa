import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { DueSource, HeldLanes, Slot } from '@app/queue';
import { EndpointWindow, PER_ENDPOINT } from '../endpoints/endpoint-window.service';
import { AttemptLog } from './attempt-log.store';
import { type Attempt, type ClaimedDelivery, isDelivered } from './delivery';
import { sendingNow } from './delivery-metrics';
import { DeliverySender } from './delivery-sender.service';
import { DueDeliveries } from './due-deliveries.store';

/**
 * Minimum time between claims for an endpoint with and without work left here, so that each claim finds more.
 */
const BETWEEN_CLAIMS_MS = { working: 40, idle: 4 };

/** Deliveries as due work: one lane per endpoint, with more claimed ahead for endpoints that answer quickly. */
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
    // After a success the next delivery starts before this one is recorded. A failing endpoint gets one at a
    // time.
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

  /** Claims more when an endpoint's share is half used, and sooner when it is empty. */
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
