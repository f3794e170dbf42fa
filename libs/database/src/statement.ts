import type { DomainError } from '@app/kernel';

/** One parameterised SQL statement staged by a repository, written when the unit of work commits. */
export interface Statement {
  sql: string;
  parameters: unknown[];
  /** Rows it must touch; another count means the object changed since it was read. */
  expectedRows?: number;
  /** What a violated unique constraint means to the caller, by constraint name. */
  refusals?: Record<string, () => DomainError>;
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
