/** The items that one process holds: claimed and waiting, or being worked on. */
export interface HeldLanes {
  heldOf(lane: string): number;
  heldIn(group: string): number;
  /** The items of the group that are being worked on. */
  runningIn(group: string): number;
}

/** The place that an item takes up while it is worked on. */
export interface Slot {
  /** Frees the place early, when the rest of the work does not need it. */
  free(): void;
  /** Releases the claimed items of the same lane that have not begun. */
  releaseLane(): void;
}

export interface DueLimits {
  /** Maximum number of items worked on at once. */
  concurrency: number;
  /** Maximum number of items of one lane worked on at once; no limit by default. */
  perLane?: number;
  /** Maximum number of items held, from their claim to the end of their work; `concurrency` by default. */
  claimed?: number;
}

/**
 * Work stored in PostgreSQL that falls due at some time: a mail, a delivery, an expiry. A source reads and
 * writes its rows; the DueWorker decides when to look, how much to hold and what to do at shutdown.
 */
export interface DueSource<Item> {
  readonly limits: DueLimits;
  /** When the next item falls due, where that is cheap to find out; null where none waits. */
  nextDue?(): Promise<Date | null>;
  /** Claims at most `room` items that are due at `upTo`, in the order in which they should begin. */
  claim(room: number, upTo: Date, held: HeldLanes): Promise<Item[]>;
  /** Works on one item and records its outcome. If it rejects, the item is due again when its claim ends. */
  work(item: Item, slot: Slot): Promise<void>;
  /** Releases claimed items that were not worked on; without it, their claims expire. */
  release?(items: readonly Item[]): Promise<void>;
  /** The lane of an item; items of one lane begin in the order of their claims. One lane for all by default. */
  laneOf?(item: Item): string;
  /**
   * The group of an item's lane, such as the account of an endpoint: groups take turns, and the lanes of each do.
   * One group for all by default.
   */
  groupOf?(item: Item): string;
  /** Whether one more item of the group may begin now; always by default. */
  mayBegin?(group: string, lanes: HeldLanes): boolean;
  /** Milliseconds from the end of an item to the next claim, null for no claim; 0 by default. */
  refillIn?(lane: string, held: HeldLanes): number | null;
}
