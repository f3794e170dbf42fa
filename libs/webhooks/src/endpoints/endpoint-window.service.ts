/** At once to one endpoint from one process; to one that keeps failing, a single one. */
export const PER_ENDPOINT = 8;
/** How much work is claimed ahead of sending, so that claims are few, and how many deliveries that is at most. */
const AHEAD_MS = 250;
const MAX_AHEAD = 120;
/** How long deliveries of a disabled endpoint are left alone before one of them looks whether it was enabled. */
const REST_MS = 2000;
/** An endpoint without deliveries for so long is forgotten. */
const IDLE_MS = 2000;
const WEIGHT_OF_LAST = 0.2;

/** How many deliveries of one endpoint this process should claim, by how fast it answers. */
export class EndpointWindow {
  /** Milliseconds a try takes, as of late; null before the first. */
  private paceMs: number | null = null;
  private restsUntil: number | null = null;
  private usedAt = performance.now();

  /** How many deliveries of the endpoint this process should hold: more where they are quick. */
  get depth(): number {
    if (this.restsUntil !== null) return performance.now() < this.restsUntil ? 0 : 1;
    if (this.paceMs === null) return PER_ENDPOINT;
    const ahead = Math.floor((PER_ENDPOINT * AHEAD_MS) / Math.max(1, this.paceMs)) - PER_ENDPOINT;
    return PER_ENDPOINT + Math.min(MAX_AHEAD, Math.max(0, ahead));
  }

  get isIdle(): boolean {
    return this.restsUntil === null && performance.now() - this.usedAt > IDLE_MS;
  }

  sent(latencyMs: number): void {
    this.usedAt = performance.now();
    this.restsUntil = null;
    this.paceMs =
      this.paceMs === null ? latencyMs : this.paceMs * (1 - WEIGHT_OF_LAST) + latencyMs * WEIGHT_OF_LAST;
  }

  rest(): void {
    this.restsUntil = performance.now() + REST_MS;
  }
}
