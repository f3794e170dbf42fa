import { Pace } from './pace.policy';

/** Maximum number of concurrent deliveries from one process to one endpoint; a failing endpoint gets one. */
export const PER_ENDPOINT = 8;
/** Maximum number of deliveries of one endpoint that are claimed ahead of sending. */
const MAX_AHEAD = 120;
/** How long deliveries of a disabled endpoint pause before one checks whether it was enabled. */
const DISABLED_PAUSE_MS = 2000;
/** An endpoint without deliveries for this long is dropped from memory. */
const IDLE_MS = 2000;

/** The number of deliveries of one endpoint to claim ahead, depending on how fast it answers. */
export class EndpointWindowService {
  private readonly pace = new Pace();
  private pausedUntil: number | null = null;
  private usedAt = performance.now();

  /** The number of deliveries that this process should hold for the endpoint; more when they are fast. */
  get depth(): number {
    if (this.pausedUntil !== null) return performance.now() < this.pausedUntil ? 0 : 1;
    return PER_ENDPOINT + this.pace.ahead(PER_ENDPOINT, MAX_AHEAD);
  }

  get isIdle(): boolean {
    return this.pausedUntil === null && performance.now() - this.usedAt > IDLE_MS;
  }

  sent(latencyMs: number): void {
    this.usedAt = performance.now();
    this.pausedUntil = null;
    this.pace.add(latencyMs);
  }

  rest(): void {
    this.pausedUntil = performance.now() + DISABLED_PAUSE_MS;
  }
}
