import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
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

/** Keeps what staff did: who, what, when, from where. Entries are never changed or removed. */
@Injectable()
export class AuditLog {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async append(request: WireRequest, { action, subject, before, after, reason }: AuditEntry): Promise<void> {
    const now = this.clock.now();
    await this.pool.query(
      `INSERT INTO audit_log (id, staff_id, action, subject, before, after, reason, address, request_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[uuidv7(now), (request.caller as UserCaller).userId, action, subject ?? null],
        ...[before ?? null, after ?? null, reason ?? null, request.clientAddress, request.id, now],
      ],
    );
  }
}
