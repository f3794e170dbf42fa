import type { Mode } from '@app/kernel';
import { Pace } from '../endpoints/pace.policy';
import { PLACES } from './places.policy';

/** Maximum number of deliveries of one account that are claimed ahead of sending. */
const MAX_AHEAD = 960;

/** The deliveries of one account in one mode that this process holds and claims. */
export class AccountWindowService {
  /** Deliveries held for endpoints whose last attempts failed. */
  failing = 0;
  /** The endpoint behind which the next claim begins; null: at the first. */
  after: string | null = null;
  /** Whether endpoints before the one where the current look began are still to be looked at. */
  isPartial = false;
  private readonly pace = new Pace();

  constructor(
    readonly mode: Mode,
    readonly ownerId: string,
  ) {}

  /** The number of deliveries that this process should hold for the account; more when they are fast. */
  get depth(): number {
    const { share } = PLACES[this.mode];
    return share + this.pace.ahead(share, MAX_AHEAD);
  }

  /** The number of further deliveries to failing endpoints. */
  get failingRoom(): number {
    return Math.max(0, PLACES[this.mode].failing - this.failing);
  }

  sent(latencyMs: number): void {
    this.pace.add(latencyMs);
  }
}
