/** How far ahead of sending deliveries are claimed, so that claims are few. */
const AHEAD_MS = 250;
const WEIGHT_OF_LAST = 0.2;

/** How fast recent attempts were. */
export class Pace {
  /** Recent duration of an attempt in milliseconds; null before the first. */
  private ms: number | null = null;

  add(latencyMs: number): void {
    this.ms = this.ms === null ? latencyMs : this.ms * (1 - WEIGHT_OF_LAST) + latencyMs * WEIGHT_OF_LAST;
  }

  /** The number of deliveries to claim beyond those sent `atOnce`; none before the first attempt. */
  ahead(atOnce: number, most: number): number {
    if (this.ms === null) return 0;
    const soon = Math.floor((atOnce * AHEAD_MS) / Math.max(1, this.ms)) - atOnce;
    return Math.min(most, Math.max(0, soon));
  }
}
