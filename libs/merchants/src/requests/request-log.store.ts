import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { arrayOf, type Element, type ElementType, POSTGRES_POOL } from '@app/database';
import { type AnsweredRequest, ownerOf, RequestLog } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';

const FLUSH_MS = 500;
const MAX_ROWS = 200;
/** Of one account in one flush, so that none fills the log of the others. */
const MAX_ROWS_OF_OWNER = 50;
const MAX_OWNERS = 10_000;

const dropped = new Counter({
  name: 'request_log_dropped_total',
  help: 'Requests that the log of their account does not hold',
});

interface Kept extends AnsweredRequest {
  id: string;
  at: Date;
  ownerId: string;
}

const COLUMNS: readonly [name: string, ElementType, (row: Kept) => Element][] = [
  ['owner_id', 'uuid', ({ ownerId }) => ownerId],
  ['at', 'timestamptz', ({ at }) => at],
  ['id', 'uuid', ({ id }) => id],
  ['request_id', 'text', ({ requestId }) => requestId],
  ['app_id', 'uuid', ({ caller }) => ('appId' in caller ? caller.appId : null)],
  ['user_id', 'uuid', ({ caller }) => personOf(caller)],
  ['mode', 'text', ({ caller }) => ('mode' in caller ? caller.mode : 'live')],
  ['operation', 'text', ({ operation }) => operation],
  ['status', 'smallint', ({ status }) => status],
  ['error_code', 'text', ({ errorCode }) => errorCode],
  ['ms', 'int', ({ ms }) => ms],
  ['address', 'text', ({ address }) => address],
  ['replayed', 'boolean', ({ isReplayed }) => isReplayed],
  ['object_id', 'text', ({ objectId }) => objectId],
];

const NAMES = COLUMNS.map(([name]) => name).join(', ');
const ARRAYS = COLUMNS.map(([, type], place) => `$${place + 1}::${type}[]`).join(', ');
const INSERT = `INSERT INTO request_log (${NAMES}, unlogged)
  SELECT * FROM unnest(${ARRAYS}, $${COLUMNS.length + 1}::int[])`;

/**
 * Writes the requests of all accounts in one statement every half second, the refused ones first. What is more than a statement
 * takes is counted, and the number stands on the account's next row.
 */
@Injectable()
export class RequestLogStore extends RequestLog implements BeforeApplicationShutdown {
  private readonly logger = new Logger('RequestLog');
  private refused: Kept[] = [];
  private served: Kept[] = [];
  private ofOwner = new Map<string, number>();
  private readonly unlogged = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    super();
  }

  add(request: AnsweredRequest): void {
    const at = this.clock.now();
    const kept: Kept = { ...request, id: uuidv7(at), at, ownerId: ownerOf(request.caller) };
    const rows = request.status >= 400 ? this.refused : this.served;
    const count = this.ofOwner.get(kept.ownerId) ?? 0;
    if (rows.length >= MAX_ROWS || count >= MAX_ROWS_OF_OWNER) return this.drop(kept.ownerId);
    rows.push(kept);
    this.ofOwner.set(kept.ownerId, count + 1);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes what is in memory. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const found = [...this.refused, ...this.served];
    this.refused = [];
    this.served = [];
    this.ofOwner = new Map();
    const rows = found.slice(0, MAX_ROWS);
    for (const { ownerId } of found.slice(MAX_ROWS)) this.drop(ownerId);
    if (rows.length === 0) return;
    try {
      const values = COLUMNS.map(([, type, value]) => arrayOf(type, rows, value));
      const missing = rows.map(({ ownerId }) => this.takeUnlogged(ownerId));
      await this.pool.query({
        name: 'keep_requests',
        text: INSERT,
        values: [...values, arrayOf('int', missing, (count) => count)],
      });
    } catch (error) {
      for (const { ownerId } of rows) this.drop(ownerId);
      this.logger.warn(`${rows.length} requests are not in the log: ${(error as Error).message}`);
    }
  }

  private drop(ownerId: string): void {
    dropped.inc();
    if (this.unlogged.size < MAX_OWNERS || this.unlogged.has(ownerId))
      this.unlogged.set(ownerId, (this.unlogged.get(ownerId) ?? 0) + 1);
  }

  private takeUnlogged(ownerId: string): number {
    const count = this.unlogged.get(ownerId) ?? 0;
    this.unlogged.delete(ownerId);
    return count;
  }
}

function personOf(caller: AnsweredRequest['caller']): string | null {
  if (caller.kind === 'user') return caller.userId;
  return caller.kind === 'app' ? (caller.person?.userId ?? null) : null;
}
