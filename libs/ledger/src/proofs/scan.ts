import type { PoolClient } from 'pg';
import type { FoundFault } from './run-checks';

/** The faults found by one step, and the position of the next one. */
export interface Step<Place> {
  faults: FoundFault[];
  next: Place;
  /** Whether the step reached the current end. */
  isAtEnd: boolean;
}

/** A scan of the books in steps of limited size. Its position is stored between the steps, as JSON. */
export interface Scan<Place extends object = object> {
  readonly name: string;
  readonly start: Place;
  /** Steps per run: one for scans that restart at the end, more for a scan that follows new data. */
  readonly stepsPerRun: number;
  step(client: PoolClient, place: Place): Promise<Step<Place>>;
}
