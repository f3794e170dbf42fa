import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { ChangeNotifier, RelayWorker } from '@app/queue';
import type { Pool } from 'pg';
import { type Advancing, AdvancingClocks } from './advancing-clocks.store';
import { SpaceDeliveries } from './space-deliveries.port';
import { SPACE_SOURCES, type SpaceSource } from './space-source.port';
import type { OutstandingDeliveries } from './timeline.view';

export const TEST_CLOCK_TOPIC = 'test-clock';

const MAX_STEPS = 10_000;
/** Work of one time can cause more of the same time, such as a receiver that answers a webhook with a request. */
const MAX_ROUNDS = 100;
/** What falls due between two multiples of this time is done in one step; the scheduler bills as often in real time. */
const STEP_MS = 5000;
/** How long a step waits at least before it looks again for answers to webhooks: less within the first second. */
const LOOK_AGAIN_MS = { first: 3, soon: 10, later: 100 };
const SOON_MS = 1000;
/** How long it waits at most for webhooks that this process sends, also for other spaces. */
const SENT_WITHIN_MS = 30;
/** How much longer than one attempt a step waits for deliveries. */
const GRACE_MS = 3000;

/** The lease of an advance went to another process, which carries on. */
class LeaseLost extends Error {}

/**
 * Carries out the advance of a test clock in steps of five seconds, leaving out those in which nothing falls due. All webhooks of
 * a step are sent before the next one.
 */
@Injectable()
export class SpaceAdvance {
  private readonly stepWaitMs: number;
  private stopped = false;

  constructor(
    private readonly clocks: AdvancingClocks,
    @Inject(SPACE_SOURCES) private readonly sources: readonly SpaceSource[],
    private readonly deliveries: SpaceDeliveries,
    private readonly relay: RelayWorker,
    private readonly notifier: ChangeNotifier,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    config: Config,
  ) {
    this.stepWaitMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000 + GRACE_MS;
  }

  /** Does nothing where the clock has no target or another process holds it. */
  async advance(appId: string): Promise<void> {
    const advancing = await this.clocks.lease(appId, randomUUID());
    if (!advancing) return;
    try {
      await this.run(advancing);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
    this.notifier.notify(TEST_CLOCK_TOPIC, appId);
  }

  /** Ends advances after their current step; another process carries on. */
  stop(): void {
    this.stopped = true;
  }

  private async run(advancing: Advancing): Promise<void> {
    const { appId, target } = advancing;
    /** Endpoints that gave no answer in an earlier step: later ones do not wait for them. */
    const slow = new Set<string>();
    for (let steps = advancing.steps; steps < MAX_STEPS && !this.stopped; steps++) {
      await this.workAt(advancing, slow);
      if (advancing.at >= target) break;
      const next = await this.nextDue(appId, advancing.at);
      advancing.at = next && endOfStep(next) < target ? endOfStep(next) : target;
      held(await this.clocks.standAt(advancing, advancing.at));
    }
    if (this.stopped) return;
    await this.clocks.finish(advancing, await this.outstanding(appId));
  }

  /** Everything that is due at the time where the clock stands, in order, until nothing is left. */
  private async workAt(advancing: Advancing, slow: Set<string>): Promise<void> {
    const { appId, at } = advancing;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let done = 0;
      for (const source of this.sources) {
        const count = await source.runSpace(appId, at);
        if (count === 0) continue;
        done += count;
        held(await this.clocks.note(advancing, { at: at.toISOString(), kind: source.kind, count }));
      }
      // What the receivers of webhooks did is relayed and delivered by now.
      if (done === 0 && round > 0) return;
      await this.settle(advancing, slow);
      for (const { webhook_id } of await this.deliveries.timedOut(appId)) slow.add(webhook_id);
      if (done === 0) return;
    }
  }

  /** Relays the events of the space and waits for the answers to its webhooks. */
  private async settle(advancing: Advancing, slow: Set<string>): Promise<void> {
    const began = performance.now();
    await this.relay.run();
    for (let pause = LOOK_AGAIN_MS.first; ;) {
      const [isRelayed, arePlanned, due] = await Promise.all([
        this.isRelayed(advancing.ownerId),
        this.deliveries.arePlanned(advancing.appId),
        this.deliveries.due(advancing.appId),
      ]);
      const awaited = due.filter(({ webhook_id }) => !slow.has(webhook_id));
      if (isRelayed && arePlanned && awaited.length === 0) return;
      if (!isRelayed) await this.relay.run();
      const waited = performance.now() - began;
      if (waited > this.stepWaitMs) {
        for (const { webhook_id } of awaited) slow.add(webhook_id);
        return;
      }
      await Promise.all([wait(pause), awaited.length > 0 && this.deliveries.send(SENT_WITHIN_MS)]);
      pause = Math.min(pause * 2, waited < SOON_MS ? LOOK_AGAIN_MS.soon : LOOK_AGAIN_MS.later);
      held(await this.clocks.renew(advancing));
    }
  }

  /** What no step waited for any longer. */
  private async outstanding(appId: string): Promise<OutstandingDeliveries[]> {
    const [due, timedOut] = await Promise.all([this.deliveries.due(appId), this.deliveries.timedOut(appId)]);
    const byEndpoint = new Map<string, number>();
    for (const { webhook_id, deliveries } of [...due, ...timedOut])
      byEndpoint.set(webhook_id, (byEndpoint.get(webhook_id) ?? 0) + deliveries);
    return [...byEndpoint].map(([webhook_id, deliveries]) => ({ webhook_id, deliveries }));
  }

  private async nextDue(appId: string, after: Date): Promise<Date | null> {
    const times = await Promise.all(this.sources.map((source) => source.nextDue(appId, after)));
    const due = times.filter((time) => time !== null);
    return due.reduce<Date | null>((a, b) => (a && a < b ? a : b), null);
  }

  /** Events are the account's; those of its other apps are waited for too. */
  private async isRelayed(ownerId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ waits: boolean }>({
      name: 'events_of_space',
      text: `SELECT EXISTS (SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL AND attempts = 0
                               AND owner_id = $1 AND mode = 'test') AS waits`,
      values: [ownerId],
    });
    return !rows[0]!.waits;
  }
}

/** Objects that were created one after the other fall due together, so that a step works on all of them. */
function endOfStep(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / STEP_MS) * STEP_MS);
}

function held(isHeld: boolean): void {
  if (!isHeld) throw new LeaseLost();
}
