import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { type Clock, within } from '@app/kernel';
import { Sweeper, type SweeperOptions } from '../runners/sweeper';
import type { QueueName, WorkQueue } from '../work-queue/work-queue';
import type { DueSource } from './due-source';
import { Lanes } from './lanes';

const ONLY_LANE = '';
const ONLY_GROUP = '';
/** Minimum wait before looking again for a due item that another process holds. */
const MIN_WAIT_MS = 10;

export interface DueWorkerOptions extends SweeperOptions {
  /** Gives the time up to which work counts as due; test clocks replace it. */
  clock: Pick<Clock, 'now'>;
  wokenBy?: WakeUps;
}

interface WakeUps {
  name: QueueName;
  queue: WorkQueue;
  /** The relay, whose handlers leave work due. */
  relay: { onRelayed(callback: () => void): void };
}

/**
 * Works on a source's due items: claims them, keeps the limits, and claims more as work ends. It looks when
 * woken, at the next due time that the source knows, and at every sweep. Several processes may work on one
 * source.
 */
export class DueWorker<Item extends { id: string | number }>
  implements OnApplicationBootstrap, OnModuleDestroy
{
  private readonly sweeper: Sweeper;
  private readonly lanes: Lanes<Item>;
  /** Running items and releases; items that wait in a lane are not included. */
  private readonly underWay = new Set<Promise<void>>();
  /** Called when nothing is under way any more. */
  private readonly idle = new Set<() => void>();
  private running = 0;
  private stopped = false;

  constructor(
    private readonly source: DueSource<Item>,
    private readonly options: DueWorkerOptions,
  ) {
    this.sweeper = new Sweeper(() => this.startDue(), options);
    this.lanes = new Lanes(source.limits.perLane ?? Infinity);
  }

  onApplicationBootstrap(): void {
    const { wokenBy } = this.options;
    if (wokenBy) {
      const { name, queue, relay } = wokenBy;
      queue.process(name, 1, () => this.wake());
      relay.onRelayed(() => queue.add(name, 'wake'));
    }
    this.sweeper.start();
  }

  /** Begins no more work, releases items that have not begun, and waits for running ones. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.sweeper.stop();
    this.release(this.lanes.takeAll());
    await this.settled();
  }

  /** Looks for due items, because some may have become due. */
  wake(): Promise<void> {
    return this.sweeper.wake();
  }

  /** Works until nothing is due and all work has ended. Rejects when a claim fails. */
  async drain(): Promise<void> {
    do {
      await this.settled();
      // Ended items have made room for more of their lane.
      await this.sweeper.run();
    } while (this.underWay.size > 0);
    // Items that fall due later are not part of this drain.
    this.sweeper.cancel();
  }

  /** Looks for due items. Resolves when no claimed item is under way any more, at the latest after `ms`. */
  async workFor(ms: number): Promise<void> {
    const end = performance.now() + ms;
    await within(ms, this.wake(), () => undefined);
    await this.whenIdle(end - performance.now());
  }

  private whenIdle(ms: number): Promise<void> {
    if (this.underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.idle.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.idle.add(end);
    });
  }

  private async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async startDue(): Promise<void> {
    const { source, lanes } = this;
    const { concurrency, claimed = concurrency } = source.limits;
    while (!this.stopped) {
      const room = claimed - this.underWay.size - lanes.waiting;
      if (room <= 0) return;
      const items = await source.claim(room, this.options.clock.now(), lanes);
      if (items.length === 0) return this.planNextLook();
      for (const item of items) {
        const [lane, group] = [source.laneOf?.(item) ?? ONLY_LANE, source.groupOf?.(item) ?? ONLY_GROUP];
        lanes.add(lane, item, group);
      }
      this.fill();
    }
  }

  private async planNextLook(): Promise<void> {
    const next = await this.source.nextDue?.();
    if (!next) return;
    const ms = Math.max(MIN_WAIT_MS, next.getTime() - this.options.clock.now().getTime());
    if (ms < this.options.sweepMs) this.sweeper.wakeIn(ms);
  }

  private fill(): void {
    while (!this.stopped && this.running < this.source.limits.concurrency) {
      const next = this.lanes.next((group) => this.source.mayBegin?.(group, this.lanes) ?? true);
      if (!next) return;
      this.start(next.name, next.item);
    }
  }

  private start(lane: string, item: Item): void {
    this.running += 1;
    let isRunning = true;
    const free = () => {
      if (!isRunning) return;
      isRunning = false;
      this.running -= 1;
      this.lanes.ended(lane);
      this.fill();
      this.refill(lane);
    };
    const work = async () => {
      try {
        await this.source.work(item, { free, releaseLane: () => this.release(this.lanes.take(lane)) });
      } catch (error) {
        const { message, stack } = error as Error;
        this.options.logger.error(`${this.options.what} ${item.id} waits: ${message}`, stack);
      }
      free();
    };
    this.track(work(), () => this.refill(lane));
  }

  private refill(lane: string): void {
    const ms = this.source.refillIn ? this.source.refillIn(lane, this.lanes) : 0;
    if (ms === null) return;
    if (ms === 0 || this.running === 0) void this.wake();
    else this.sweeper.wakeIn(ms);
  }

  private release(items: readonly Item[]): void {
    if (items.length === 0 || !this.source.release) return;
    const { logger, what } = this.options;
    const warn = ({ message }: Error) => logger.warn(`${what}: claims run out by themselves: ${message}`);
    this.track(this.source.release(items).catch(warn));
  }

  private track(work: Promise<void>, ended?: () => void): void {
    const tracked = work.finally(() => {
      this.underWay.delete(tracked);
      ended?.();
      if (this.underWay.size === 0) for (const end of this.idle) end();
    });
    this.underWay.add(tracked);
  }
}
