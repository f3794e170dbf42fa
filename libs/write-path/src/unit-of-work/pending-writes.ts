import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@app/kernel';
import type { AuditDetails } from './audit-details';
import type { BalanceAfter } from './balance-after';
import type { Journal } from './journal';
import type { RowWrite } from '../aggregates/row-write';
import type { SqlWrite } from './sql-write';

export interface RecordedEvent {
  id: string;
  event: DomainEvent;
}

/** An answer an idempotency key remembers: status and body, byte for byte. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly replayed: boolean,
  ) {}
}

/** The caller's idempotency key and what it was used for. */
export interface IdempotencyRecord {
  principalId: string;
  key: string;
  operation: string;
  fingerprint: Buffer;
  /** Held by a use case that claimed the key before it called another system. */
  claim?: string;
}

/** What one command wants written, gathered until it commits as one. */
export class PendingWrites {
  readonly events: RecordedEvent[] = [];
  readonly writes: (SqlWrite | RowWrite)[] = [];
  readonly journals: Journal[] = [];
  /** Told once all of it is committed; a unit that is refused, rehearsed or starts over tells nobody. */
  readonly callbacks: (() => void)[] = [];
  /** The event whose in-transaction handlers run now. */
  handledEventId: string | null = null;
  balanceAfter: BalanceAfter | null = null;
  /** What the handler says for the audit log. */
  auditDetails: AuditDetails | null = null;
  idempotency: IdempotencyRecord | null = null;
  answer: { status: number; body: string } | null = null;

  constructor(readonly correlationId: string = randomUUID()) {}
}
