import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import type { UserCaller, WireRequest } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';

export interface AuditEntry {
  /** What was done, e.g. `ledger.verify`. */
  action: string;
  subject?: string;
  before?: object;
  after?: object;
  reason?: string;
}

/** Who acts, and from where. */
export interface Actor {
  /** Null: the service itself. */
  staffId: string | null;
  address: string;
  requestId: string;
}

export function actorOf({ caller, clientAddress, id }: WireRequest): Actor & { staffId: string } {
  return { staffId: (caller as UserCaller).userId, address: clientAddress, requestId: id };
}

const INSERT = `INSERT INTO audit_log (id, staff_id, action, subject, before, after, reason, address, request_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Keeps what staff did: who, what, when, from where. Entries are never changed or removed. */
@Injectable()
export class AuditLog {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** What was looked at. */
  append(request: WireRequest, entry: AuditEntry): Promise<void> {
    return this.appendBy(actorOf(request), entry);
  }

  /** The same, for what is no action of the API. */
  async appendBy(actor: Actor, entry: AuditEntry): Promise<void> {
    await this.pool.query(INSERT, this.row(actor, entry));
  }

  /** What is changed by the running command: the entry commits with the change, or neither does. */
  stage(actor: Actor, entry: AuditEntry): void {
    this.unit.stage({ sql: INSERT, parameters: this.row(actor, entry) });
  }

  private row({ staffId, address, requestId }: Actor, entry: AuditEntry): unknown[] {
    const { action, subject, before, after, reason } = entry;
    const now = this.clock.now();
    return [
      ...[uuidv7(now), staffId, action, subject ?? null],
      ...[before ?? null, after ?? null, reason ?? null, address, requestId, now],
    ];
  }
}
