import type { PoolClient } from 'pg';
import { type FoundFault, LISTED, runChecks, type TableProof } from './rules/check';

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

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks every row of one table in endless rounds, by id. */
export class TableScan implements Scan<{ id: string }> {
  readonly name: string;
  readonly start = { id: LOWEST_ID };
  readonly stepsPerRun = 1;

  constructor(private readonly proof: TableProof) {
    this.name = proof.name;
  }

  async step(client: PoolClient, place: { id: string }): Promise<Step<{ id: string }>> {
    const { table, batch, checks } = this.proof;
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`,
      [place.id, batch],
    );
    const ids = rows.map(({ id }) => id);
    const faults = await runChecks(client, checks, LISTED, [ids]);
    const isAtEnd = ids.length < batch;
    return { faults, next: isAtEnd ? this.start : { id: ids.at(-1)! }, isAtEnd };
  }
}
