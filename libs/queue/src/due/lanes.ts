import type { HeldLanes } from './due-source';

interface Lane<Item> {
  group: string;
  waiting: Item[];
  running: number;
}

interface Group {
  /** Lanes whose next item may begin, in the order of rotation. */
  ready: Set<string>;
  held: number;
  running: number;
}

/**
 * Claimed items by lane: first come, first served within a lane. Groups of lanes take turns, and the lanes of each
 * group do, so that each gets its share.
 */
export class Lanes<Item> implements HeldLanes {
  private readonly lanes = new Map<string, Lane<Item>>();
  private readonly groups = new Map<string, Group>();
  /** Groups with a lane whose next item may begin, in the order of rotation. */
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

  heldIn(group: string): number {
    return this.groups.get(group)?.held ?? 0;
  }

  runningIn(group: string): number {
    return this.groups.get(group)?.running ?? 0;
  }

  /** A lane stays in the group of its first item while it holds any. */
  add(name: string, item: Item, group: string): void {
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = { group, waiting: [], running: 0 }));
    lane.waiting.push(item);
    this.count += 1;
    this.groupOf(lane).held += 1;
    this.update(name, lane);
  }

  /**
   * The next item that may begin, of a group that `mayBegin` lets begin one; it counts as running until `ended`.
   */
  next(mayBegin: (group: string) => boolean): { name: string; item: Item } | null {
    for (const group of this.ready) {
      if (!mayBegin(group)) continue;
      const [name] = this.groups.get(group)!.ready;
      return { name: name!, item: this.begin(name!) };
    }
    return null;
  }

  ended(name: string): void {
    const lane = this.lanes.get(name)!;
    const group = this.groupOf(lane);
    lane.running -= 1;
    group.running -= 1;
    group.held -= 1;
    this.update(name, lane);
  }

  /** Removes and returns the items of a lane that have not begun. */
  take(name: string): Item[] {
    const lane = this.lanes.get(name);
    if (!lane) return [];
    const items = lane.waiting.splice(0);
    this.count -= items.length;
    this.groupOf(lane).held -= items.length;
    this.update(name, lane);
    return items;
  }

  takeAll(): Item[] {
    return [...this.lanes.keys()].flatMap((name) => this.take(name));
  }

  private begin(name: string): Item {
    const lane = this.lanes.get(name)!;
    const group = this.groupOf(lane);
    const item = lane.waiting.shift()!;
    lane.running += 1;
    group.running += 1;
    this.count -= 1;
    // Both go behind the others.
    group.ready.delete(name);
    this.ready.delete(lane.group);
    this.update(name, lane);
    return item;
  }

  private groupOf({ group: name }: Lane<Item>): Group {
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = { ready: new Set(), held: 0, running: 0 }));
    return group;
  }

  private update(name: string, lane: Lane<Item>): void {
    const group = this.groupOf(lane);
    if (lane.waiting.length > 0 && lane.running < this.perLane) group.ready.add(name);
    else group.ready.delete(name);
    if (group.ready.size > 0) this.ready.add(lane.group);
    else this.ready.delete(lane.group);
    if (lane.waiting.length === 0 && lane.running === 0) this.lanes.delete(name);
    if (group.held === 0) this.groups.delete(lane.group);
  }
}
