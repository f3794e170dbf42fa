import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock, within } from '@app/kernel';
import { ChangeNotifier } from '@app/queue';
import { RelayWorker } from '@app/write-path';
import type { Pool } from 'pg';
import { AnswerProgress } from './answer-progress.policy';
import { type Advancing, AdvancingClocksStore } from './advancing-clocks.store';
import { SpaceDeliveries } from './space-deliveries.port';
import { SpaceSourcesService } from './space-sources.service';
import { TestQuotasService } from '../quotas/test-quotas.service';
import type { OutstandingDeliveries } from './timeline.view';

export const TEST_CLOCK_TOPIC = 'test-clock';

const MAX_STEPS = 10_000;
/** Work of one time can cause more of the same time, such as a receiver that answers a webhook with a request. */
const MAX_ROUNDS = 100;
/** What falls due within this time is done in one step: in real time, test clocks that were moved are looked at as often. */
const STEP_SECONDS = 15;
/** How long a step waits at least before it looks again for answers to webhooks: less within the first second. */
const LOOK_AGAIN_MS = { first: 3, soon: 10, later: 100 };
const SOON_MS = 1000;
/** How long it waits at most for webhooks that this process sends, also for other spaces. */
const SENT_WITHIN_MS = 30;
/** How much longer than one attempt a step waits for the next answer of an endpoint. */
const GRACE_MS = 3000;
/** How long it waits for endpoints that answer before it goes on. */
const MAX_WAIT_MS = 120_000;

/** Before everything that falls due. */
const EVER = new Date(0);

/** For each source, when its next item falls due; null where none waits. */
type DueTimes = readonly (Date | null)[];

/** Endpoints that were not waited for any longer in this advance, which began at `since`. */
interface SlowEndpoints {
  readonly ids: Set<string>;
  readonly since: Date;
}

/** This process stops or has lost the lease of the advance; another process carries on. */
class Abandoned extends Error {}

/**
 * Carries out the advance of a test clock in steps from one due time to the next. All webhooks of a step are sent before the
 * next one.
 */
@Injectable()
export class SpaceAdvanceService {
  private readonly answerWithinMs: number;
  private stopped = false;

  constructor(
    private readonly clocks: AdvancingClocksStore,
    private readonly sources: SpaceSourcesService,
    private readonly deliveries: SpaceDeliveries,
    private readonly quotas: TestQuotasService,
    private readonly relay: RelayWorker,
    private readonly notifier: ChangeNotifier,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.answerWithinMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000 + GRACE_MS;
  }

  /** Does nothing where the clock has no target or another process holds it. */
  async advance(appId: string): Promise<void> {
    const advancing = await this.clocks.lease(appId, randomUUID());
    if (!advancing) return;
    try {
      await this.run(advancing);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    }
    this.notifier.notify(TEST_CLOCK_TOPIC, appId);
  }

  /** Ends advances; another process carries on. */
  stop(): void {
    this.stopped = true;
  }

  private async run(advancing: Advancing): Promise<void> {
    const { appId, ownerId, target } = advancing;
    let stopped: 'quota' | null = null;
    const slow = { ids: new Set<string>(), since: this.clock.now() };
    let due = await this.dueTimes(appId, EVER);
    for (let steps = advancing.steps; steps < MAX_STEPS && !this.stopped; steps++) {
      due = await this.workAt(advancing, due, slow);
      if (advancing.at >= target) break;
      if (await this.quotas.isFull(appId, ownerId)) {
        stopped = 'quota';
        break;
      }
      const next = await this.nextStep(appId, due);
      advancing.at = next && next < target ? next : target;
      held(await this.clocks.standAt(advancing, advancing.at));
    }
    if (this.stopped) return;
    await this.clocks.finish(advancing, stopped, await this.outstanding(appId));
  }

  /**
   * Everything that is due at the time where the clock stands, until nothing is left. `due` says which sources have some.
   * Returns when items of each source fall due later.
   */
  private async workAt(advancing: Advancing, due: DueTimes, slow: SlowEndpoints): Promise<DueTimes> {
    const { appId, at } = advancing;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const done = await this.runDue(advancing, due);
      // What the receivers of webhooks did is relayed and delivered by now, if this round did nothing.
      if (done > 0 || round === 0) await this.settle(advancing, slow);
      due = await this.dueTimes(appId, EVER);
      if (!due.some((time) => isDueAt(time, at))) return due;
      // What is left cannot be done now, such as a payment whose outcome is not known.
      if (done === 0 && round > 0) break;
    }
    return this.dueTimes(appId, at);
  }

  /** Runs the sources that have items due, in their order. Returns the number of items done. */
  private async runDue(advancing: Advancing, first: DueTimes): Promise<number> {
    const { appId, at } = advancing;
    let due = first;
    let done = 0;
    for (const [i, source] of this.sources.inOrder.entries()) {
      if (!isDueAt(due[i]!, at)) continue;
      const count = await source.runSpace(appId, at);
      if (count === 0) continue;
      done += count;
      const noted = this.clocks.note(advancing, { at: at.toISOString(), kind: source.kind, count });
      // The work of a source can make items of later ones due.
      const [isHeld, later] = await Promise.all([noted, this.dueTimes(appId, EVER)]);
      held(isHeld);
      due = later;
    }
    return done;
  }

  /**
   * When the next item falls due, or 15 seconds later or at the end of the day if more do until then: objects that were
   * created one after the other fall due together. Null where nothing does.
   */
  private async nextStep(appId: string, due: DueTimes): Promise<Date | null> {
    const first = earliest(due);
    if (!first) return null;
    const end = endOfStep(first);
    const sources = this.sources.inOrder.filter((_, i) => isDueAt(due[i]!, end));
    const later = await Promise.all(sources.map((source) => source.nextDue(appId, first)));
    return later.some((time) => isDueAt(time, end)) ? end : first;
  }

  /** When the next item of each source falls due. */
  private dueTimes(appId: string, after: Date): Promise<DueTimes> {
    return Promise.all(this.sources.inOrder.map((source) => source.nextDue(appId, after)));
  }

  /** Relays the events of the space and waits for the answers to its webhooks, while endpoints answer. */
  private async settle(advancing: Advancing, slow: SlowEndpoints): Promise<void> {
    const { appId, ownerId } = advancing;
    const answers = new AnswerProgress();
    const began = performance.now();
    await this.relayEvents();
    // While it sends to a slow endpoint, this process does not become idle within that time.
    let isAwaited = slow.ids.size === 0;
    let awaitedAt = began;
    for (let pause = LOOK_AGAIN_MS.first; ;) {
      if (isAwaited) await this.deliveries.send(SENT_WITHIN_MS);
      const [isRelayed, arePlanned, due, timedOut] = await Promise.all([
        this.isRelayed(ownerId),
        this.deliveries.arePlanned(appId),
        this.deliveries.due(appId),
        this.deliveries.timedOut(appId, slow.since),
      ]);
      const now = performance.now();
      for (const webhookId of answers.stalled(due, now, this.answerWithinMs)) slow.ids.add(webhookId);
      const late = now - began > MAX_WAIT_MS ? [...timedOut, ...due] : timedOut;
      for (const { webhook_id } of late) slow.ids.add(webhook_id);
      isAwaited = due.some(({ webhook_id }) => !slow.ids.has(webhook_id));
      if (isAwaited) awaitedAt = now;
      else if ((isRelayed && arePlanned) || now - awaitedAt > this.answerWithinMs) return;
      await wait(pause);
      if (this.stopped) throw new Abandoned();
      pause = Math.min(pause * 2, now - began < SOON_MS ? LOOK_AGAIN_MS.soon : LOOK_AGAIN_MS.later);
      held(await this.clocks.renew(advancing));
      if (!isRelayed) await this.relayEvents();
    }
  }

  /** For a shorter time than the lease lasts, because the relay goes on while other events come in. */
  private async relayEvents(): Promise<void> {
    await within(this.answerWithinMs, this.relay.run(), () => undefined);
  }

  /** What no step waited for any longer. */
  private async outstanding(appId: string): Promise<OutstandingDeliveries[]> {
    const [due, timedOut] = await Promise.all([
      this.deliveries.due(appId),
      this.deliveries.timedOut(appId, EVER),
    ]);
    const byEndpoint = new Map<string, number>();
    for (const { webhook_id, deliveries } of [...due, ...timedOut])
      byEndpoint.set(webhook_id, (byEndpoint.get(webhook_id) ?? 0) + deliveries);
    return [...byEndpoint].map(([webhook_id, deliveries]) => ({ webhook_id, deliveries }));
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

/** Not past the end of the day (UTC), because due dates of invoices and expiry months of cards end at midnight. */
function endOfStep(first: Date): Date {
  const end = addSeconds(first, STEP_SECONDS);
  const midnight = new Date(end).setUTCHours(0, 0, 0, 0);
  return first.getTime() < midnight ? new Date(midnight - 1) : end;
}

function isDueAt(time: Date | null, at: Date): boolean {
  return time !== null && time <= at;
}

function earliest(times: DueTimes): Date | null {
  return times.reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), null);
}

function held(isHeld: boolean): void {
  if (!isHeld) throw new Abandoned();
}
