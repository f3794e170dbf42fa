/** What one process holds of each lane: claimed and not worked on yet, or being worked on. */
export interface HeldLanes {
  heldOf(lane: string): number;
}

/** An item's place among those worked on at once. */
export interface Slot {
  /** Lets the next item begin, where the rest of this one's work needs no place. */
  free(): void;
  /** Releases the claimed items of the same lane that have not begun. */
  releaseLane(): void;
}

export interface DueLimits {
  /** Items worked on at once. */
  concurrency: number;
  /** Items of one lane worked on at once; no limit of its own where absent. */
  perLane?: number;
  /** Items held at most, from their claim to the end of their work; `concurrency` where absent. */
  claimed?: number;
}

/**
 * Work that PostgreSQL keeps and that falls due at some time: a mail, a delivery, an expiry. A source knows its rows;
 * when to look, how much to hold and what to do at shutdown is the DueWorker's.
 */
export interface DueSource<Item> {
  readonly limits: DueLimits;
  /** When the next item falls due, where the source knows that cheaply; null where none waits. */
  nextDue?(): Promise<Date | null>;
  /** Claims at most `room` items that are due at `upTo`, in the order in which they should begin. */
  claim(room: number, upTo: Date, held: HeldLanes): Promise<Item[]>;
  /** Works on one item and records its outcome. Rejects where that failed: the item is due again when its claim ends. */
  work(item: Item, slot: Slot): Promise<void>;
  /** Gives claimed items back that were not worked on; without it, their claims run out. */
  release?(items: readonly Item[]): Promise<void>;
  /** Items of one lane begin in the order of their claims; one lane for all where absent. */
  laneOf?(item: Item): string;
  /** Milliseconds from the end of an item to the next claim, null for no claim; 0 where absent. */
  refillIn?(lane: string, held: HeldLanes): number | null;
}
