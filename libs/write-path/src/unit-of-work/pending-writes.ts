import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@app/kernel';
import type { AuditDetails } from './audit-details';
import type { BalanceAfter } from './balance-after';
import type { Journal } from './journal';
import type { OutgoingCount } from './outgoing-count';
import type { RowWrite } from './row-write';
import type { SqlWrite } from './sql-write';

export interface RecordedEvent {
  id: string;
  event: DomainEvent;
}

/** The answer stored for an idempotency key: status and body, byte for byte. */
export class Answer<V = unknown> {
  /** The view that the body contains. Only the compiler knows it: the API reference reads it from the code. */
  declare readonly view: V;

  constructor(
    readonly status: number,
    readonly body: string,
    readonly replayed: boolean,
  ) {}
}

/** The caller's idempotency key and the request it was used for. */
export interface IdempotencyRecord {
  principalId: string;
  key: string;
  operation: string;
  fingerprint: Buffer;
  /** The claim of a use case that claimed the key before it called another system. */
  claim?: string;
}

/** The writes that a command has staged; they commit together. */
export class PendingWrites {
  readonly events: RecordedEvent[] = [];
  readonly writes: (SqlWrite | RowWrite)[] = [];
  readonly journals: Journal[] = [];
  readonly outgoing: OutgoingCount[] = [];
  /** Called once the unit is committed; not for a refusal, a dry run or a restart. */
  readonly callbacks: (() => void)[] = [];
  /** The event whose in-transaction handlers are running. */
  handledEventId: string | null = null;
  /** Units with the same name commit one after another in this process; null: in any order. */
  turn: string | null = null;
  balanceAfter: BalanceAfter | null = null;
  /** The handler's details for the audit log. */
  auditDetails: AuditDetails | null = null;
  idempotency: IdempotencyRecord | null = null;
  answer: { status: number; body: string } | null = null;

  constructor(readonly correlationId: string = randomUUID()) {}
}
