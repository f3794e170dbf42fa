import { Injectable } from '@nestjs/common';
import { Clock, type Mode } from '@app/kernel';
import type { DueSource, HeldLanes, Slot } from '@app/queue';
import { EndpointWindowService, PER_ENDPOINT } from '../endpoints/endpoint-window.service';
import { AccountWindowService } from './account-window.service';
import { AttemptLogStore } from './attempt-log.store';
import { type Attempt, type ClaimedDelivery, isDelivered } from './delivery';
import { sendingNow } from './delivery-metrics';
import { DeliverySenderService } from './delivery-sender.service';
import { type AccountRoom, DueDeliveriesStore } from './due-deliveries.store';
import { mayBegin, PLACES } from './places.policy';

/**
 * Minimum time between claims for an endpoint with and without work left here, so that each claim finds more.
 */
const BETWEEN_CLAIMS_MS = { working: 40, idle: 4 };
/** Time between claims for an account with more endpoints than one claim looks at. */
const BETWEEN_LOOKS_MS = 50;

/**
 * Deliveries as due work: one lane per endpoint, one group per account and mode, with more claimed ahead for endpoints
 * that answer quickly. Live deliveries are claimed first.
 */
@Injectable()
export class DeliverySourceService implements DueSource<ClaimedDelivery> {
  readonly limits = {
    concurrency: PLACES.live.total + PLACES.test.total,
    perLane: PER_ENDPOINT,
    claimed: 4096,
  };
  private readonly windows = new Map<string, EndpointWindowService>();
  private readonly accounts = new Map<string, AccountWindowService>();
  /** Deliveries being sent, by mode. */
  private readonly sending: Record<Mode, number> = { live: 0, test: 0 };
  /** Whether the last claim found live deliveries, and looked at no others. */
  private wasLiveOnly = false;

  constructor(
    private readonly due: DueDeliveriesStore,
    private readonly sender: DeliverySenderService,
    private readonly log: AttemptLogStore,
    private readonly clock: Clock,
  ) {}

  /** When an account with many endpoints is looked at further; null if none is. */
  nextDue(): Promise<Date | null> {
    const isUnderWay = [...this.accounts.values()].some(({ after }) => after !== null);
    return Promise.resolve(isUnderWay ? new Date(this.clock.now().getTime() + BETWEEN_LOOKS_MS) : null);
  }

  /** Claims live deliveries, so that they begin at once, and test ones if there were none or they have waited. */
  async claim(room: number, upTo: Date, lanes: HeldLanes): Promise<ClaimedDelivery[]> {
    this.forgetIdle(lanes);
    const live = await this.claimOf('live', room, upTo, lanes);
    this.wasLiveOnly = live.length > 0 && !this.wasLiveOnly;
    if (this.wasLiveOnly) return live;
    // However many there are, test deliveries leave room for live ones.
    const forTest = Math.ceil((room - live.length) / 4);
    return forTest > 0 ? [...live, ...(await this.claimOf('test', forTest, upTo, lanes))] : live;
  }

  async work(delivery: ClaimedDelivery, slot: Slot): Promise<void> {
    if (delivery.startBy < this.clock.now()) return this.release([delivery]);
    const window = this.windowOf(delivery.endpointId);
    const attempt = await this.send(delivery).catch((error: unknown) => {
      this.letGo([delivery]);
      throw error;
    });
    if (!attempt) {
      window.rest();
      slot.releaseLane();
      return this.release([delivery]);
    }
    window.sent(attempt.latencyMs);
    this.accountOf(delivery).sent(attempt.latencyMs);
    this.letGo([delivery]);
    // After a success the next delivery starts before this one is recorded. A failing endpoint gets one at a
    // time.
    if (isDelivered(attempt)) slot.free();
    else slot.releaseLane();
    await this.log.record(delivery, attempt);
  }

  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    this.letGo(deliveries);
    return this.due.release(deliveries);
  }

  laneOf({ endpointId }: ClaimedDelivery): string {
    return endpointId;
  }

  groupOf(delivery: ClaimedDelivery): string {
    return keyOf(delivery);
  }

  mayBegin(group: string, lanes: HeldLanes): boolean {
    const { mode } = this.accounts.get(group)!;
    return mayBegin(mode, lanes.runningIn(group), this.sending[mode]);
  }

  /** Claims more when an endpoint's share is half used, and sooner when it is empty. */
  refillIn(endpointId: string, lanes: HeldLanes): number | null {
    const held = lanes.heldOf(endpointId);
    if (held * 2 > this.windowOf(endpointId).depth) return null;
    return held === 0 ? BETWEEN_CLAIMS_MS.idle : BETWEEN_CLAIMS_MS.working;
  }

  private async claimOf(mode: Mode, room: number, upTo: Date, lanes: HeldLanes): Promise<ClaimedDelivery[]> {
    const known = [...this.accounts].filter(([, account]) => account.mode === mode);
    const accounts = known.map(([key, { ownerId, depth, failingRoom, after }]) => {
      return { ownerId, room: Math.max(0, depth - lanes.heldIn(key)), failingRoom, after };
    });
    const endpoints = [...this.windows].map(([endpointId, { depth }]) => {
      return { endpointId, depth, held: lanes.heldOf(endpointId) };
    });
    const { deliveries, reached } = await this.due.claim({ mode, room, upTo, accounts, endpoints });
    let isPartial = false;
    for (const [i, [, account]] of known.entries()) {
      // An account without room was not looked at.
      if (accounts[i]!.room === 0) continue;
      account.after = reached.get(account.ownerId) ?? null;
      if (account.after !== null) continue;
      isPartial ||= account.isPartial;
      account.isPartial = false;
    }
    for (const [ownerId, endpointId] of reached) this.accountOf({ mode, ownerId }).after = endpointId;
    if (deliveries.length === 0 && isPartial) return this.claimOf(mode, room, upTo, lanes);
    this.hold(deliveries);
    this.takeTurns(mode, deliveries, accounts);
    return deliveries;
  }

  private hold(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      this.windowOf(delivery.endpointId);
      const account = this.accountOf(delivery);
      if (delivery.isFailing) account.failing += 1;
    }
  }

  /** The next claim for an account whose room is used up begins behind the last endpoint that had a part of it. */
  private takeTurns(
    mode: Mode,
    deliveries: readonly ClaimedDelivery[],
    accounts: readonly AccountRoom[],
  ): void {
    const rooms = new Map(accounts.map(({ ownerId, room }) => [ownerId, room]));
    const taken = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) {
      const ofAccount = taken.get(delivery.ownerId);
      if (ofAccount) ofAccount.push(delivery);
      else taken.set(delivery.ownerId, [delivery]);
    }
    for (const [ownerId, ofAccount] of taken) {
      if (ofAccount.length < (rooms.get(ownerId) ?? PLACES[mode].share)) continue;
      const last = ofAccount.map(({ endpointId }) => endpointId).reduce((a, b) => (a > b ? a : b));
      const account = this.accountOf({ mode, ownerId });
      account.after = last;
      account.isPartial = true;
    }
  }

  private forgetIdle(lanes: HeldLanes): void {
    for (const [endpointId, window] of this.windows)
      if (window.isIdle && lanes.heldOf(endpointId) === 0) this.windows.delete(endpointId);
    for (const [key, { after }] of this.accounts)
      if (after === null && lanes.heldIn(key) === 0) this.accounts.delete(key);
  }

  /** The deliveries no longer take up a place of their account's failing endpoints. */
  private letGo(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      if (delivery.isFailing) this.accountOf(delivery).failing -= 1;
      delivery.isFailing = false;
    }
  }

  private async send(delivery: ClaimedDelivery): Promise<Attempt | null> {
    sendingNow.inc();
    this.sending[delivery.mode] += 1;
    try {
      return await this.sender.send(delivery.endpointId, delivery);
    } finally {
      this.sending[delivery.mode] -= 1;
      sendingNow.dec();
    }
  }

  private windowOf(endpointId: string): EndpointWindowService {
    let window = this.windows.get(endpointId);
    if (!window) this.windows.set(endpointId, (window = new EndpointWindowService()));
    return window;
  }

  private accountOf({ mode, ownerId }: Pick<ClaimedDelivery, 'mode' | 'ownerId'>): AccountWindowService {
    const key = keyOf({ mode, ownerId });
    let account = this.accounts.get(key);
    if (!account) this.accounts.set(key, (account = new AccountWindowService(mode, ownerId)));
    return account;
  }
}

function keyOf({ mode, ownerId }: Pick<ClaimedDelivery, 'mode' | 'ownerId'>): string {
  return `${mode} ${ownerId}`;
}
