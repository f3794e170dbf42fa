import type { PoolClient } from 'pg';
import type { FoundFault } from './run-checks';

/** What one step of a walk found, and where the next one begins. */
export interface Step<Place> {
  faults: FoundFault[];
  next: Place;
  /** Whether the step came to the end of what there is now. */
  isAtEnd: boolean;
}

/** A way through the books in steps of bounded size. Its place is kept between the steps, as JSON. */
export interface Scan<Place extends object = object> {
  readonly name: string;
  readonly start: Place;
  /** Steps of one run: one for those that begin anew at the end, more for one that has to keep up. */
  readonly stepsPerRun: number;
  step(client: PoolClient, place: Place): Promise<Step<Place>>;
}
