import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import {
  ActivityLog,
  type ActivityRequest,
  type Listing,
  Page,
  type PageQuery,
  type TeamRole,
} from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import { RowTable, type RowWrite, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** Who did something in an account. */
export interface ActivityActor {
  userId: string;
  role: TeamRole | 'owner';
  address: string;
  requestId: string;
}

interface ActivityFacts {
  action: string;
  subject: string | null;
  outcome: string;
}

interface ListedActivity {
  at: Date;
  user_id: string;
  name: string;
  role: TeamRole | 'owner';
  action: string;
  subject: string | null;
  address: string;
  request_id: string;
  outcome: string;
}

type ActivityPage = Page<ListedActivity, { total_is_capped: boolean }>;

const DONE = 'done';
const MAX_SUBJECT = 100;
/** Fields that name the object of a request or of its answer, the most telling first. */
const OBJECTS = [
  'app_id',
  'session_id',
  'user_id',
  'invitation_id',
  'batch_id',
  'transaction_id',
  'id',
  'uuid',
  'recipient',
];

const ACTIVITY = new RowTable('account_activity', 'AccountActivity', [
  ...(['id', 'account_id', 'at', 'user_id', 'role', 'action', 'subject', 'address', 'request_id'] as const),
  'outcome',
]);

const LIST: Listing = {
  name: 'account activity',
  rows: 'account_activity a',
  where: 'a.account_id = $1 AND ($2::uuid IS NULL OR a.user_id = $2)',
  order: 'a.at DESC, a.id DESC',
  columns: `a.at, a.user_id, u.first_name || ' ' || u.last_name AS name, a.role, a.action, a.subject, a.address,
            a.request_id, a.outcome`,
  joins: 'JOIN users u ON u.id = a.user_id',
  maxTotal: 10_000,
};

/** What members did in the account of a business, and its owner with team, apps, brand and refunds. Append-only. */
@Injectable()
export class AccountActivityStore extends ActivityLog {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  entryOf({ caller, action, body, address, requestId }: ActivityRequest) {
    const { userId, accountId, teamRole } = caller;
    const actor = { userId, role: teamRole ?? ('owner' as const), address, requestId };
    return (result: unknown, refusal: string | null): RowWrite =>
      this.write(accountId, actor, {
        action,
        subject: subjectOf(body) ?? subjectOf(result),
        outcome: refusal ?? DONE,
      });
  }

  /** Stages an entry of what a person does with an account that the session does not act for. */
  stage(accountId: string, actor: ActivityActor, action: string, subject: string | null): void {
    this.unit.stage(this.write(accountId, actor, { action, subject, outcome: DONE }));
  }

  /** Newest first. */
  list(accountId: string, userId: string | null, page: PageQuery): Promise<ActivityPage> {
    return Page.read(this.pool, LIST, [accountId, userId], page);
  }

  private write(accountId: string, actor: ActivityActor, facts: ActivityFacts): RowWrite {
    const now = this.clock.now();
    const { userId, role, address, requestId } = actor;
    const by = { user_id: userId, role, address, request_id: requestId };
    return {
      kind: 'insert',
      table: ACTIVITY,
      row: { id: uuidv7(now), account_id: accountId, at: now, ...by, ...facts },
    };
  }
}

function subjectOf(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  for (const name of OBJECTS) {
    const value = (fields as Record<string, unknown>)[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, MAX_SUBJECT);
  }
  return null;
}
