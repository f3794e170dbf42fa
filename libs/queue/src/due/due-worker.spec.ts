import { setImmediate as later } from 'node:timers/promises';
import type { DueLimits, DueSource, HeldLanes, Slot } from './due-source';
import { DueWorker } from './due-worker';

interface Item {
  id: string;
  lane: string;
  dueAt: number;
}

/** Rows in memory: claimed once, worked on until the test ends them. */
class Rows implements DueSource<Item> {
  readonly begun: string[] = [];
  readonly released: string[] = [];
  claims = 0;
  mostAtOnce = 0;
  away: Error | null = null;
  /** Work lasts until `end`; when false it ends at once. */
  blocking = true;
  failing = new Set<string>();
  beforeClaimEnds: () => Promise<void> = () => Promise.resolve();
  private atOnce = 0;
  private readonly rows = new Map<string, Item>();
  private readonly releases = new Map<string, () => void>();

  constructor(readonly limits: DueLimits) {}

  add(id: string, { lane = '', dueAt = 0 } = {}): void {
    this.rows.set(id, { id, lane, dueAt });
  }

  end(id: string): Promise<void> {
    this.releases.get(id)!();
    this.releases.delete(id);
    return later();
  }

  endAll(): void {
    this.blocking = false;
    for (const id of [...this.releases.keys()]) void this.end(id);
  }

  async claim(room: number, upTo: Date): Promise<Item[]> {
    this.claims += 1;
    if (this.away) throw this.away;
    const due = [...this.rows.values()].filter(({ dueAt }) => dueAt <= upTo.getTime()).slice(0, room);
    for (const { id } of due) this.rows.delete(id);
    await this.beforeClaimEnds();
    return due;
  }

  async work({ id }: Item, slot: Slot): Promise<void> {
    this.begun.push(id);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    await this.duringWork(id, slot);
    this.atOnce -= 1;
    if (this.failing.has(id)) throw new Error(`${id} cannot be done`);
  }

  duringWork(id: string, _slot: Slot): Promise<void> {
    return this.blocking ? new Promise<void>((open) => this.releases.set(id, open)) : Promise.resolve();
  }

  release(items: readonly Item[]): Promise<void> {
    for (const item of items) {
      this.released.push(item.id);
      this.rows.set(item.id, item);
    }
    return Promise.resolve();
  }

  laneOf({ lane }: Item): string {
    return lane;
  }
}

describe('a worker on due work', () => {
  const logged: string[] = [];
  const logger = { warn: (text: string) => logged.push(text), error: (text: string) => logged.push(text) };
  let now: number;
  beforeEach(() => {
    now = 1000;
    logged.splice(0);
  });
  afterEach(() => jest.useRealTimers());

  const workerOn = (source: Rows, sweepMs = 60_000) =>
    new DueWorker(source, { clock: { now: () => new Date(now) }, sweepMs, logger, what: 'item' });

  function rowsOf(limits: DueLimits, ...ids: string[]): Rows {
    const rows = new Rows(limits);
    for (const id of ids) rows.add(id);
    return rows;
  }

  it('works on so many at once and claims no more than it may hold', async () => {
    const rows = rowsOf({ concurrency: 2, claimed: 4 }, 'a', 'b', 'c', 'd', 'e', 'f');
    await workerOn(rows).wake();
    expect(rows.begun).toEqual(['a', 'b']);
    await rows.end('b');
    expect(rows.begun).toEqual(['a', 'b', 'c']);
    rows.endAll();
    await later();
    await later();
    expect([rows.begun, rows.mostAtOnce]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], 2]);
  });

  it('limits each lane and keeps the order within it', async () => {
    const rows = new Rows({ concurrency: 3, perLane: 2, claimed: 100 });
    for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) rows.add(id, { lane: id[0]! });
    await workerOn(rows).wake();
    expect(rows.begun).toEqual(['a1', 'b1', 'c1']);
    await rows.end('b1');
    expect(rows.begun.at(-1)).toBe('a2');
    // Lane a has reached its limit of two, so the free place stays free.
    await rows.end('c1');
    expect(rows.begun).toHaveLength(4);
    await rows.end('a1');
    expect(rows.begun.at(-1)).toBe('a3');
  });

  it('lets groups of lanes take turns, and begins an item only where the source lets its group begin one', async () => {
    const rows = new Rows({ concurrency: 5, claimed: 100 });
    const most: Record<string, number> = { a: 2, b: 2, c: 1 };
    Object.assign(rows, {
      groupOf: ({ id }: Item) => id[0]!,
      mayBegin: (group: string, lanes: HeldLanes) => lanes.runningIn(group) < most[group]!,
    });
    // Four lanes of group a, and one of each other group.
    for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'])
      rows.add(id, { lane: id.startsWith('a') ? id : id[0]! });
    await workerOn(rows).wake();
    expect(rows.begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    await rows.end('b1');
    expect(rows.begun).toHaveLength(4);
    await rows.end('a1');
    expect(rows.begun.at(-1)).toBe('a3');
    await rows.end('c1');
    expect(rows.begun.at(-1)).toBe('c2');
    rows.endAll();
  });

  it('passes the source the number of items held per lane and group', async () => {
    const rows = new Rows({ concurrency: 1, claimed: 10 });
    const held: number[] = [];
    const claim = rows.claim.bind(rows);
    rows.claim = (room: number, upTo: Date, lanes?: HeldLanes) => {
      held.push(lanes!.heldOf('a'), lanes!.heldIn(''));
      return claim(room, upTo);
    };
    for (const id of ['a1', 'a2', 'a3']) rows.add(id, { lane: 'a' });
    await workerOn(rows).wake();
    expect(held).toEqual([0, 0, 3, 3]);
  });

  it('looks again after a wake-up during a look', async () => {
    const rows = rowsOf({ concurrency: 5 });
    rows.beforeClaimEnds = async () => {
      rows.beforeClaimEnds = () => Promise.resolve();
      await later();
      // Added after the look found nothing, and before it ended.
      rows.add('late');
      void worker.wake();
      await later();
    };
    const worker = workerOn(rows);
    await worker.wake();
    expect(rows.begun).toEqual(['late']);
  });

  it('continues after an item that fails and logs its id', async () => {
    const rows = rowsOf({ concurrency: 1 }, 'a', 'b', 'c');
    rows.blocking = false;
    rows.failing.add('a').add('b');
    await workerOn(rows).drain();
    expect(rows.begun).toEqual(['a', 'b', 'c']);
    expect(logged).toEqual(['item a waits: a cannot be done', 'item b waits: b cannot be done']);
  });

  it('logs that nothing can be claimed, and finds it at a later sweep', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const rows = rowsOf({ concurrency: 1 }, 'a');
    rows.away = new Error('the database is away');
    const worker = workerOn(rows, 2000);
    worker.onApplicationBootstrap();
    await worker.wake();
    expect([rows.begun, logged]).toEqual([[], ['item waits: the database is away']]);
    rows.away = null;
    jest.advanceTimersByTime(2000);
    await later();
    expect(rows.begun).toEqual(['a']);
    rows.endAll();
    await worker.onModuleDestroy();
  });

  it('drains until nothing is due and all work has ended', async () => {
    const rows = rowsOf({ concurrency: 2 }, 'a', 'b', 'c');
    const draining = workerOn(rows).drain();
    await later();
    await rows.end('a');
    // Items added during the drain are drained too.
    rows.add('d');
    let drained = false;
    void draining.then(() => (drained = true));
    await rows.end('b');
    await rows.end('c');
    expect([rows.begun, drained]).toEqual([['a', 'b', 'c', 'd'], false]);
    rows.endAll();
    await draining;
  });

  it('works until nothing is under way any more, or the time is up', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const rows = rowsOf({ concurrency: 2 }, 'a', 'b');
    const worker = workerOn(rows);
    const over: string[] = [];
    const waits = ([20, 1000] as const).map((ms) => worker.workFor(ms).then(() => over.push(`${ms}`)));
    await later();
    await rows.end('a');
    expect(over).toEqual([]);
    jest.advanceTimersByTime(20);
    await later();
    expect(over).toEqual(['20']);
    await rows.end('b');
    await Promise.all(waits);
    expect(over).toEqual(['20', '1000']);
    await worker.workFor(1000);
  });

  it('is not waited for longer than asked, also if a claim takes longer', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const rows = rowsOf({ concurrency: 1 }, 'a');
    rows.beforeClaimEnds = () => new Promise(() => undefined);
    const waiting = workerOn(rows).workFor(20);
    jest.advanceTimersByTime(20);
    await waiting;
    expect(rows.begun).toEqual([]);
  });

  it('rejects a drain that could not claim', async () => {
    const rows = rowsOf({ concurrency: 1 }, 'a');
    rows.away = new Error('away');
    await expect(workerOn(rows).drain()).rejects.toThrow('away');
  });

  it('works up to the given time and not beyond it', async () => {
    const rows = new Rows({ concurrency: 5 });
    rows.blocking = false;
    rows.add('at the time', { dueAt: 1000 });
    rows.add('a moment later', { dueAt: 1001 });
    const worker = workerOn(rows);
    await worker.drain();
    expect(rows.begun).toEqual(['at the time']);
    now = 1001;
    await worker.drain();
    expect(rows.begun).toEqual(['at the time', 'a moment later']);
  });

  it('looks again when the source says that something falls due', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const rows = rowsOf({ concurrency: 1 });
    const next = jest.fn(() => Promise.resolve<Date | null>(new Date(now + 500)));
    const worker = workerOn(Object.defineProperty(rows, 'nextDue', { value: next }));
    await worker.wake();
    rows.add('a');
    jest.advanceTimersByTime(499);
    await later();
    expect(rows.claims).toBe(1);
    jest.advanceTimersByTime(1);
    await later();
    expect(rows.begun).toEqual(['a']);
    rows.endAll();
    await worker.onModuleDestroy();
  });

  it('waits for running items at shutdown, releases the others and begins none', async () => {
    const rows = rowsOf({ concurrency: 1, claimed: 3 }, 'a', 'b', 'c', 'd');
    const worker = workerOn(rows);
    await worker.wake();
    let stopped = false;
    const stopping = worker.onModuleDestroy().then(() => (stopped = true));
    await later();
    expect([rows.released, stopped]).toEqual([['b', 'c'], false]);
    await worker.wake();
    await rows.end('a');
    await stopping;
    expect(rows.begun).toEqual(['a']);
  });

  it('releases the items of a claim that is still running at shutdown', async () => {
    const rows = rowsOf({ concurrency: 2 }, 'a', 'b');
    rows.beforeClaimEnds = later;
    const worker = workerOn(rows);
    void worker.wake();
    await worker.onModuleDestroy();
    expect([rows.begun, rows.released]).toEqual([[], ['a', 'b']]);
  });

  it('begins the next item when one frees its place, and waits for the rest of its work', async () => {
    const rows = rowsOf({ concurrency: 1, claimed: 2 }, 'a', 'b');
    const duringWork = rows.duringWork.bind(rows);
    rows.duringWork = (id, slot) => {
      slot.free();
      return duringWork(id, slot);
    };
    const draining = workerOn(rows).drain();
    await later();
    expect(rows.begun).toEqual(['a', 'b']);
    await rows.end('b');
    rows.endAll();
    await draining;
  });

  it('releases the lane of an item when its work asks for it', async () => {
    const rows = new Rows({ concurrency: 2, perLane: 1, claimed: 10 });
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2']) rows.add(id, { lane: id[0]! });
    const duringWork = rows.duringWork.bind(rows);
    rows.duringWork = (id, slot) => {
      if (id === 'a1') slot.releaseLane();
      return duringWork(id, slot);
    };
    await workerOn(rows).wake();
    expect(rows.released).toEqual(['a2', 'a3']);
    expect(rows.begun).toEqual(['a1', 'b1']);
  });
});
