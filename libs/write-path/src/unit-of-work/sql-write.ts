/** A parameterised SQL statement that runs when the unit of work commits. */
export interface SqlWrite {
  sql: string;
  parameters: unknown[];
  /** Number of rows it must change; a different count means that the object changed since it was read. */
  expectedRows?: number;
  /** Name of the lock that the statement takes, before any row of the unit is locked. */
  lock?: string;
  /** Name of the condition that the statement checks, before any row of the unit is written. */
  condition?: string;
  /** Errors to throw when a unique constraint is violated, by constraint name. */
  refusals?: Record<string, () => Error>;
}

/** The object changed since it was read. The command starts over, and the caller does not notice. */
export class StaleAggregate extends Error {
  constructor() {
    super('the aggregate changed since it was read');
    this.name = 'StaleAggregate';
  }
}

/** A booking with this natural key exists, so the effect has already happened. */
export class AlreadyBooked extends Error {
  constructor() {
    super('booked before');
    this.name = 'AlreadyBooked';
  }
}

/** The owner of a credited account has closed it since that was read. The command starts over, and then finds it closed. */
export class PayeeClosed extends Error {
  constructor() {
    super('the owner of a credited account has closed it');
    this.name = 'PayeeClosed';
  }
}

/**
 * The error for a violated unique constraint: already booked, a refusal of one of the writes, or the original
 * error.
 */
export function errorOfConstraint(
  error: unknown,
  writes: readonly Pick<SqlWrite, 'refusals'>[] = [],
): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505' || !constraint) return error;
  if (constraint === 'once_pkey') return new AlreadyBooked();
  const refusal = writes.map(({ refusals }) => refusals?.[constraint]).find(Boolean);
  return refusal ? refusal() : error;
}
