import type { HeldLanes } from './due-source';

interface Lane<Item> {
  waiting: Item[];
  running: number;
}

/**
 * Claimed items by lane: first come, first served within a lane, and lanes in rotation, so that each gets its
 * share.
 */
export class Lanes<Item> implements HeldLanes {
  private readonly lanes = new Map<string, Lane<Item>>();
  /** Lanes whose next item may begin, in the order of rotation. */
  private readonly ready = new Set<string>();
  private count = 0;

  constructor(private readonly perLane: number) {}

  /** The number of items that have not begun. */
  get waiting(): number {
    return this.count;
  }

  heldOf(name: string): number {
    const lane = this.lanes.get(name);
    return lane ? lane.waiting.length + lane.running : 0;
  }

  add(name: string, item: Item): void {
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = { waiting: [], running: 0 }));
    lane.waiting.push(item);
    this.count += 1;
    this.update(name, lane);
  }

  /** The next item that may begin; it counts as running until `ended`. */
  next(): { name: string; item: Item } | null {
    const [name] = this.ready;
    if (name === undefined) return null;
    const lane = this.lanes.get(name)!;
    const item = lane.waiting.shift()!;
    lane.running += 1;
    this.count -= 1;
    this.ready.delete(name);
    this.update(name, lane);
    return { name, item };
  }

  ended(name: string): void {
    const lane = this.lanes.get(name)!;
    lane.running -= 1;
    this.update(name, lane);
  }

  /** Removes and returns the items of a lane that have not begun. */
  take(name: string): Item[] {
    const lane = this.lanes.get(name);
    if (!lane) return [];
    const items = lane.waiting.splice(0);
    this.count -= items.length;
    this.update(name, lane);
    return items;
  }

  takeAll(): Item[] {
    return [...this.lanes.keys()].flatMap((name) => this.take(name));
  }

  private update(name: string, { waiting, running }: Lane<Item>): void {
    if (waiting.length > 0 && running < this.perLane) this.ready.add(name);
    else this.ready.delete(name);
    if (waiting.length === 0 && running === 0) this.lanes.delete(name);
  }
}
