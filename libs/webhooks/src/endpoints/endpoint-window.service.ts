/** Maximum number of concurrent deliveries from one process to one endpoint; a failing endpoint gets one. */
export const PER_ENDPOINT = 8;
/** How far ahead of sending deliveries are claimed, so that claims are few, and their maximum number. */
const AHEAD_MS = 250;
const MAX_AHEAD = 120;
/** How long deliveries of a disabled endpoint pause before one checks whether it was enabled. */
const DISABLED_PAUSE_MS = 2000;
/** An endpoint without deliveries for this long is dropped from memory. */
const IDLE_MS = 2000;
const WEIGHT_OF_LAST = 0.2;

/** The number of deliveries of one endpoint to claim ahead, depending on how fast it answers. */
export class EndpointWindow {
  /** Recent duration of an attempt in milliseconds; null before the first. */
  private paceMs: number | null = null;
  private pausedUntil: number | null = null;
  private usedAt = performance.now();

  /** The number of deliveries that this process should hold for the endpoint; more when they are fast. */
  get depth(): number {
    if (this.pausedUntil !== null) return performance.now() < this.pausedUntil ? 0 : 1;
    if (this.paceMs === null) return PER_ENDPOINT;
    const ahead = Math.floor((PER_ENDPOINT * AHEAD_MS) / Math.max(1, this.paceMs)) - PER_ENDPOINT;
    return PER_ENDPOINT + Math.min(MAX_AHEAD, Math.max(0, ahead));
  }

  get isIdle(): boolean {
    return this.pausedUntil === null && performance.now() - this.usedAt > IDLE_MS;
  }

  sent(latencyMs: number): void {
    this.usedAt = performance.now();
    this.pausedUntil = null;
    this.paceMs =
      this.paceMs === null ? latencyMs : this.paceMs * (1 - WEIGHT_OF_LAST) + latencyMs * WEIGHT_OF_LAST;
  }

  rest(): void {
    this.pausedUntil = performance.now() + DISABLED_PAUSE_MS;
  }
}
