import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type AuditDetails, type SqlWrite, UnitOfWork } from '@app/write-path';
import { Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import type { Caller, UserCaller } from '../access/caller';
import { PeopleViewedService } from './people-viewed.service';

export interface AuditEntry extends AuditDetails {
  /** What was done, e.g. `ledger.verify`. */
  action: string;
}

/** What the entry of a read says besides its action. */
export interface ReadDetails extends AuditDetails {
  /** The accounts whose records the response shows; the entry has them in `after.people`, by which they are counted. */
  people?: readonly string[];
  /** In place of the action that the policy declares. */
  action?: string;
}

/** What an entry takes from the request of a member of staff. */
export interface AuditedRequest {
  id: string;
  caller: Caller;
  clientAddress: string;
  policy: { audit?: string };
  /** Set by the handler of a read. */
  auditDetails?: ReadDetails;
}

/** The staff member who acts, and the network address. */
export interface Actor {
  /** Null: the service itself. */
  staffId: string | null;
  address: string;
  requestId: string;
}

const INSERT = `INSERT INTO audit_log (id, staff_id, action, subject, before, after, reason, address, request_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Records the actions of staff with their time and address. Entries are never changed or removed. */
@Injectable()
export class AuditLogService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
    private readonly viewed: PeopleViewedService,
  ) {}

  /** Writes the entry that a read declares, and alerts administrators if it is one of too many people. */
  async append(request: AuditedRequest): Promise<void> {
    const actor = actorOf(request);
    const { people, ...details } = request.auditDetails ?? {};
    const entry = { action: request.policy.audit!, ...details };
    await this.appendBy(actor, people ? { ...entry, after: { ...entry.after, people } } : entry);
    if (people && people.length > 0) await this.viewed.check(actor.staffId);
  }

  /** Writes an entry at once, for requests that are not actions of the API. */
  async appendBy(actor: Actor, entry: AuditEntry): Promise<void> {
    const { sql, parameters } = this.write(actor, entry);
    await this.pool.query(sql, parameters);
  }

  /** Stages an entry in the current unit of work, for actions of the service itself. */
  stage(actor: Actor, entry: AuditEntry): void {
    this.unit.stage(this.write(actor, entry));
  }

  /** The entry of an action that declares `audit`; it commits with the action's own writes. */
  writeFor(request: AuditedRequest, action: string): (details: AuditDetails) => SqlWrite {
    const actor = actorOf(request);
    return (details) => this.write(actor, { ...details, action });
  }

  private write({ staffId, address, requestId }: Actor, entry: AuditEntry): SqlWrite {
    const { action, subject, before, after, reason } = entry;
    const now = this.clock.now();
    const parameters = [
      uuidv7(now),
      staffId,
      action,
      subject ?? null,
      before ?? null,
      after ?? null,
      reason ?? null,
      address,
      requestId,
      now,
    ];
    return { sql: INSERT, parameters };
  }
}

function actorOf({ caller, clientAddress, id }: AuditedRequest): Actor & { staffId: string } {
  return { staffId: (caller as UserCaller).userId, address: clientAddress, requestId: id };
}
