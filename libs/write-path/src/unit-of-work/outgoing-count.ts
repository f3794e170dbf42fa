/** What a unit of work counts on the money that an owner has sent out on a day, in US cents. */
export interface OutgoingCount {
  ownerId: string;
  /** UTC, as YYYY-MM-DD. */
  day: string;
  /** Negative: sent before and returned. */
  cents: bigint;
  /** What the day may come to, this count included. */
  cap: bigint;
  /** The refusal where it would come to more; `used` is what was counted before. */
  refusal: (used: bigint) => Error;
}
