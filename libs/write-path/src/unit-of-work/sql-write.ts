/** One parameterised SQL statement staged by a repository, written when the unit of work commits. */
export interface SqlWrite {
  sql: string;
  parameters: unknown[];
  /** Rows it must touch; another count means the object changed since it was read. */
  expectedRows?: number;
  /** What a violated unique constraint means to the caller, by constraint name. */
  refusals?: Record<string, () => Error>;
}

/** The object changed since it was read. The command starts over; the caller never sees this. */
export class StaleAggregate extends Error {
  constructor() {
    super('the aggregate changed since it was read');
    this.name = 'StaleAggregate';
  }
}

/** A booking with this natural key was made before: the effect has already happened. */
export class AlreadyBooked extends Error {
  constructor() {
    super('booked before');
    this.name = 'AlreadyBooked';
  }
}

/** What a violated unique constraint says: booked before, a refusal of one of the writes, or a fault of ours. */
export function meaningOf(error: unknown, writes: readonly Pick<SqlWrite, 'refusals'>[] = []): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505' || !constraint) return error;
  if (constraint === 'once_pkey') return new AlreadyBooked();
  const refusal = writes.map(({ refusals }) => refusals?.[constraint]).find(Boolean);
  return refusal ? refusal() : error;
}
